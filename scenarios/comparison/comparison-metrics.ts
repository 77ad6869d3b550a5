import { Counter, Gauge } from 'k6/metrics';

/** k6 allows metrics to be made only where virtual users start. */
export const comparisonMetrics = () => ({
  /** Calls by `endpoint`, `side` and `outcome`. */
  compare_calls: new Counter('compare_calls'),
  /** Of the successful calls of one block, by `endpoint` and `block`: how many, and their times in milliseconds. */
  compare_answered: new Gauge('compare_answered'),
  compare_p50: new Gauge('compare_p50', true),
  compare_p90: new Gauge('compare_p90', true),
  /** Calls that were due and not made: too many were in flight. */
  compare_dropped: new Counter('compare_dropped'),
  /** Times that the clock was set, or the machine stood still. */
  compare_clock_jumps: new Counter('compare_clock_jumps'),
});

export type ComparisonMetrics = ReturnType<typeof comparisonMetrics>;
