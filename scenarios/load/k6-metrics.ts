import { Counter, Gauge, Trend } from 'k6/metrics';
import { counter, sliceCounter, slicedCounter } from './sums.ts';

/** About the valid calls under load. */
export const callMetrics = {
  /** Valid calls by `endpoint` and `result`. */
  calls: counter('calls', 'endpoint', 'result'),
  /** Valid calls that did not succeed, by `endpoint` and `outcome`. */
  outcomes: slicedCounter('outcomes', 'endpoint', 'outcome'),
  /** Valid calls that failed, by `endpoint` and `slice`. */
  failedCalls: counter('failed_calls', 'endpoint', 'slice'),
  /** Those of them that were answered after at least the limit plus `over` ms, by `endpoint` and `over`, as in `overLimit`. */
  failedOver: slicedCounter('failed_over', 'endpoint', 'over'),
  /** Milliseconds of successful valid calls, by `endpoint` and `slice`. */
  latency: new Trend('latency', true),
  /** Successful valid calls by `endpoint` and `bucket` of their duration: a histogram that can be merged. */
  latencyBucket: counter('latency_bucket', 'endpoint', 'bucket'),
  /**
   * Calls without a fast answer, by `endpoint`, `slice` and `why`: the limit was reached by their duration, by their lateness, by the
   * time of attempts that k6 does not show, or by their duration together with the set-up of a connection that the service had closed.
   */
  slow: counter('slow', 'endpoint', 'slice', 'why', 'user'),
  slowOfUser: sliceCounter('slow', 'endpoint', 'user'),
  /** Slow answers, each as `packed` gives it, by `endpoint` and `size`, `opening` or `address`. */
  slowCases: new Trend('slow_cases'),
  /** Calls that failed, or took more than the limit and any error of a fit generator, by `endpoint` and `slice`. */
  farOver: counter('far_over', 'endpoint', 'slice'),
  /** Calls made late, by `endpoint`, `slice` and `over`: the highest step that they reached, "none", or "failed". */
  lateCalls: counter('late_calls', 'endpoint', 'slice', 'over'),
  lateInSlice: sliceCounter('late_calls', 'endpoint'),
  /** Milliseconds to set up a connection, for calls that opened one, by `endpoint`, and by the number of the `address`. */
  setUp: new Trend('set_up', true),
  /** TCP handshakes of calls, by `bucket` of their time. */
  handshakes: counter('handshakes', 'bucket'),
  /** Calls that opened a connection because the service had closed one, by `endpoint`. */
  reopened: slicedCounter('reopened', 'endpoint'),
  /** Calls that opened a connection because we had closed one, by `endpoint` and `result`, which is "error" where the failure was an answer. */
  freshCalls: slicedCounter('fresh_calls', 'endpoint', 'result'),
  /** Calls that were turned away, redirected or refused, by `endpoint` and `slice`. */
  shed: counter('shed', 'endpoint', 'slice'),
  /** Calls that took at least the limit plus `over` ms, by `endpoint` and `over`: each at the highest step that it reached. */
  overLimit: slicedCounter('over_limit', 'endpoint', 'over'),
  /** Calls whose timings run backwards: the clock was set while they were in flight. */
  negativeTimings: counter('negative_timings'),
  /** Bytes of the body of some successful answers, by `endpoint`. */
  bodyBytes: new Trend('body_bytes'),
  /** Successful valid calls, by `endpoint` and `size` of the request's body. */
  sizes: counter('sizes', 'endpoint', 'size'),
};

export type CallMetrics = typeof callMetrics;

/** Due calls of the measured time that were made and ended, by `slice`. */
export const madeCalls = counter('made_calls', 'slice');
/** Due calls of the measured time that were not made: too many were in flight, or they could not be sent. */
export const droppedCalls = slicedCounter('dropped_calls');
/** Of the dropped calls, those for which this machine had no socket, or could not resolve the name. */
export const unsentCalls = slicedCounter('unsent_calls');
/** Control calls that were lost, or misread by so much that a verdict could change, by `slice`. */
export const controlFarOver = counter('control_far_over', 'slice');
/** k6's figure less the true time that the control endpoint reports, milliseconds. */
export const controlError = new Trend('control_error', true);
/** True service time of the control endpoint, milliseconds. */
export const controlService = new Trend('control_service', true);
/** Control calls without an answer or without a true time. */
export const controlLost = slicedCounter('control_lost');
/** Control calls by `over`: the highest step that their error reached, or "none". */
export const controlOver = slicedCounter('control_over', 'over');
/** Milliseconds between the time a call was due and the time it was made, of some calls. */
export const lateness = new Trend('lateness', true);
/** Answers that were judged, by `subject`. */
export const judgedCount = counter('judged', 'subject');
/** Answers to encrypt calls with a wrong credential that could be judged. */
export const probesJudged = counter('probes_judged');
/** Judgements other than passes, by `check` and `outcome`. */
export const judgedOtherwiseCount = counter('judged_otherwise', 'check', 'outcome');
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
