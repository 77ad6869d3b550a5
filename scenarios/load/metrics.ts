import { Counter, Trend } from 'k6/metrics';

/** Of the valid calls under load. */
export const callMetrics = {
  /** Valid calls by `endpoint` and `result`. */
  calls: new Counter('calls'),
  /** Valid calls that did not succeed, by `endpoint` and `outcome`. */
  outcomes: new Counter('outcomes'),
  /** Valid calls that failed, by `endpoint` and `slice`. */
  failedCalls: new Counter('failed_calls'),
  /** Milliseconds of successful valid calls, by `endpoint` and `slice`. */
  latency: new Trend('latency', true),
  /** Successful valid calls by `endpoint` and `bucket` of their duration: a histogram that can be merged. */
  latencyBucket: new Counter('latency_bucket'),
  /** Calls answered at or above the limit, by `endpoint` and `slice`. */
  slow: new Counter('slow'),
  /** Calls that failed, or took so much more than the limit that no generator can have added it, by `endpoint`. */
  farOver: new Counter('far_over'),
  /** Calls that took at least the limit plus `over` ms, by `endpoint`: each at the highest step it reached. */
  overLimit: new Counter('over_limit'),
  /** Calls whose timings run backwards: the clock was set while they were under way. */
  negativeTimings: new Counter('negative_timings'),
  /** Bytes of the body of successful answers, by `endpoint`. */
  bodyBytes: new Trend('body_bytes'),
};

export type CallMetrics = typeof callMetrics;

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
/** Answers that came before the checks, by `subject`. */
export const judged = new Counter('judged');
/** Judgements that are no pass, by `check` and `outcome`. */
export const judgedOtherwise = new Counter('judged_otherwise');
/** Iterations that ended in an exception of the harness. */
export const exceptions = new Counter('exceptions');
