import { Counter, Gauge, Trend } from 'k6/metrics';

/** About the valid calls under load. */
export const callMetrics = {
  /** Valid calls by `endpoint` and `result`. */
  calls: new Counter('calls'),
  /** Valid calls that did not succeed, by `endpoint` and `outcome`. */
  outcomes: new Counter('outcomes'),
  /** Valid calls that failed, by `endpoint` and `slice`. */
  failedCalls: new Counter('failed_calls'),
  /** Those of them that were answered after at least the limit plus `over` ms, by `endpoint` and `over`, as in `overLimit`. */
  failedOver: new Counter('failed_over'),
  /** Milliseconds of successful valid calls, by `endpoint` and `slice`. */
  latency: new Trend('latency', true),
  /** Successful valid calls by `endpoint` and `bucket` of their duration: a histogram that can be merged. */
  latencyBucket: new Counter('latency_bucket'),
  /**
   * Calls without a fast answer, by `endpoint`, `slice` and `why`: the limit was reached by their duration, by their lateness, by the
   * time of attempts that k6 does not show, or by their duration together with the set-up of a connection that the service had closed.
   */
  slow: new Counter('slow'),
  /** Calls that failed, or took more than the limit and any error of a fit generator, by `endpoint` and `slice`. */
  farOver: new Counter('far_over'),
  /** Calls made late, by `endpoint`, `slice` and `over`: the highest step that they reached, "none", or "failed". */
  lateCalls: new Counter('late_calls'),
  /** Milliseconds to set up a connection, for calls that opened one, by `endpoint`. */
  setUp: new Trend('set_up', true),
  /** TCP handshakes of calls, by `bucket` of their time. */
  handshakes: new Counter('handshakes'),
  /** Calls that opened a connection because the service had closed one, by `endpoint`. */
  reopened: new Counter('reopened'),
  /** Calls that opened a connection because we had closed one, by `endpoint` and `result`, which is "error" where the failure was an answer. */
  freshCalls: new Counter('fresh_calls'),
  /** Calls that were turned away, redirected or refused, by `endpoint` and `slice`. */
  shed: new Counter('shed'),
  /** Calls that took at least the limit plus `over` ms, by `endpoint` and `over`: each at the highest step that it reached. */
  overLimit: new Counter('over_limit'),
  /** Calls whose timings run backwards: the clock was set while they were in flight. */
  negativeTimings: new Counter('negative_timings'),
  /** Bytes of the body of successful answers, by `endpoint`. */
  bodyBytes: new Trend('body_bytes'),
};

export type CallMetrics = typeof callMetrics;

/** Due calls of the measured time that were made and ended, by `slice`. */
export const madeCalls = new Counter('made_calls');
/** Due calls of the measured time that were not made: too many were in flight. */
export const droppedCalls = new Counter('dropped_calls');
/** Control calls that were lost, or misread by so much that a verdict could change, by `slice`. */
export const controlFarOver = new Counter('control_far_over');
/** k6's figure less the true time that the control endpoint reports, milliseconds. */
export const controlError = new Trend('control_error', true);
/** True service time of the control endpoint, milliseconds. */
export const controlService = new Trend('control_service', true);
/** Control calls without an answer or without a true time. */
export const controlLost = new Counter('control_lost');
/** Control calls whose error was at least `over` ms. */
export const controlOver = new Counter('control_over');
/** Milliseconds between the time a call was due and the time it was made. */
export const lateness = new Trend('lateness', true);
/** Answers that were judged, by `subject`. */
export const judgedCount = new Counter('judged');
/** Answers to encrypt calls with a wrong credential that could be judged. */
export const probesJudged = new Counter('probes_judged');
/** Judgements other than passes, by `check` and `outcome`. */
export const judgedOtherwiseCount = new Counter('judged_otherwise');
/** Exceptions of the harness in virtual users. */
const exceptions = new Counter('exceptions');

/** Counts an exception, which keeps the run from a verdict: k6 would exit 0 even if every iteration threw. */
export function countAndThrow(error: unknown): never {
  exceptions.add(1);
  throw error;
}

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
