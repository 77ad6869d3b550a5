/** The meaning of each metric is documented in `checks/load-metrics.ts`. */
import { Counter, Gauge, Trend } from 'k6/metrics';
import { counter, sliceCounter, slicedCounter } from './sums.ts';

export const callMetrics = {
  calls: counter('calls'),
  outcomes: slicedCounter('outcomes'),
  failedCalls: counter('failed_calls'),
  failedOver: slicedCounter('failed_over'),
  latency: new Trend('latency', true),
  latencyBucket: counter('latency_bucket'),
  slow: counter('slow'),
  slowOfUser: sliceCounter('slow'),
  slowCases: new Trend('slow_cases'),
  farOver: counter('far_over'),
  lateCalls: counter('late_calls'),
  lateInSlice: sliceCounter('late_calls'),
  setUp: new Trend('set_up', true),
  handshakes: counter('handshakes'),
  reopened: slicedCounter('reopened'),
  freshCalls: slicedCounter('fresh_calls'),
  shed: counter('shed'),
  overLimit: slicedCounter('over_limit'),
  negativeTimings: counter('negative_timings'),
  bodyBytes: new Trend('body_bytes'),
  sizes: counter('sizes'),
};

export type CallMetrics = typeof callMetrics;

export const madeCalls = counter('made_calls');
export const droppedCalls = slicedCounter('dropped_calls');
export const unsentCalls = slicedCounter('unsent_calls');
export const controlFarOver = counter('control_far_over');
export const controlError = new Trend('control_error', true);
export const controlService = new Trend('control_service', true);
export const controlLost = slicedCounter('control_lost');
export const controlOver = slicedCounter('control_over');
export const lateness = new Trend('lateness', true);
export const judgementCounters = {
  judged: counter('judged'),
  probesJudged: counter('probes_judged'),
  judgedOtherwise: counter('judged_otherwise'),
};
const exceptions = new Counter('exceptions');

/** Counts an exception, which prevents a verdict: k6 would exit 0 even if every iteration threw. */
export function countAndThrow(error: unknown): never {
  exceptions.add(1);
  throw error;
}

/** A function, because k6 lets metrics be created only in the init stage of virtual users. */
export const comparisonMetrics = () => ({
  compare_calls: new Counter('compare_calls'),
  compare_answered: new Gauge('compare_answered'),
  compare_p50: new Gauge('compare_p50', true),
  compare_p90: new Gauge('compare_p90', true),
  compare_dropped: new Counter('compare_dropped'),
  compare_clock_jumps: new Counter('compare_clock_jumps'),
});

export type ComparisonMetrics = ReturnType<typeof comparisonMetrics>;
