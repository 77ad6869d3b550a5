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
  /**
   * Calls that show no fast answer, by `endpoint`, `slice` and `why`: their duration reached the limit, or they were made
   * late by as much, or reached it with the set-up of a connection that the service had closed.
   */
  slow: new Counter('slow'),
  /** Calls that failed, or took so much more than the limit that no fit generator adds it, by `endpoint` and `slice`. */
  farOver: new Counter('far_over'),
  /** Calls made late, by `endpoint`, `slice` and `over`: the highest step that they reached, "none", or "failed". */
  lateCalls: new Counter('late_calls'),
  /** Milliseconds until a connection was set up, of calls that opened one, by `endpoint`. */
  setUp: new Trend('set_up', true),
  /** TCP handshakes of calls, by `bucket` of their time. */
  handshakes: new Counter('handshakes'),
  /** Milliseconds of successful calls with data so large that from afar its size decides: they are in no other figure. */
  largeLatency: new Trend('large_latency', true),
  /** Of these: beyond the limit and all the round trips that their size can need. */
  largeSlow: new Counter('large_slow'),
  /** Calls on a connection that the service had made necessary, by `endpoint`. */
  reopened: new Counter('reopened'),
  /** Calls on a connection opened because we had closed the one before, by `endpoint` and `result`. */
  freshCalls: new Counter('fresh_calls'),
  /** Calls that were turned away, redirected or refused, by `endpoint` and `slice`. */
  shed: new Counter('shed'),
  /** Calls that took at least the limit plus `over` ms, by `endpoint`: each at the highest step it reached. */
  overLimit: new Counter('over_limit'),
  /** Calls whose timings run backwards: the clock was set while they were under way. */
  negativeTimings: new Counter('negative_timings'),
  /** Bytes of the body of successful answers, by `endpoint`. */
  bodyBytes: new Trend('body_bytes'),
};

export type CallMetrics = typeof callMetrics;

/** Due calls of the measured time that were made and ended, by `slice`. */
export const madeCalls = new Counter('made_calls');
/** Due calls of the measured time that were not made: too many were in flight. */
export const droppedCalls = new Counter('dropped_calls');
/** Control calls of a changing load that were lost or misread by so much that a verdict could change, by `slice`. */
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
/** Answers that came before the checks, by `subject`. */
export const judgedCount = new Counter('judged');
/** Judgements that are no pass, by `check` and `outcome`. */
export const judgedOtherwiseCount = new Counter('judged_otherwise');
/** Exceptions of the harness in virtual users. */
const exceptions = new Counter('exceptions');

/**
 * k6 exits 0 when every iteration throws; this counts it, and the verdict is then withheld. k6 ends a virtual user at once
 * whose promise is rejected and not taken up, so whatever is not awaited needs this itself.
 */
export function countAndThrow(error: unknown): never {
  exceptions.add(1);
  throw error;
}
