import type { Answer } from '../../checks/answer.ts';
import { type Response, unanswered } from '../../checks/exchange.ts';
import { lateFromMs, overGridMs } from '../../checks/latency/measurement.ts';
import { farOverMs } from '../../checks/latency/refutation.ts';
import type { SlowReason } from '../../checks/load-metrics.ts';
import { outcomeTag } from '../../checks/tally.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { bucketOf } from '../../schemas/histogram-grid.ts';

import type { Opening } from './connections.ts';
import type { CallMetrics } from './k6-metrics.ts';
import type { MadeCall } from './timetable.ts';

/** Everything that is counted about a valid call under load. */
export interface MeasuredCall
  extends Pick<Response, 'durationMs' | 'waitingMs' | 'connectingMs' | 'bodyBytes'>,
    Pick<Answer, 'result' | 'outcome'>,
    Pick<MadeCall, 'slice' | 'latenessMs'> {
  readonly endpoint: Endpoint;
  /** Its answer passed every check at a look. */
  readonly isAccepted: boolean;
  readonly opening: Opening;
  /** How long it took to set up its connection. */
  readonly setUpMs: number;
  /** How much longer the virtual user waited than k6 says: Go's HTTP client repeats a call if a used connection breaks. */
  readonly untimedMs: number;
}

/** By what a virtual user counts its calls. */
export interface Counting {
  readonly user: string;
  readonly limitMs: number;
  /** Network time that every duration is known to contain, if the limit applies at the service. Late calls stay late. */
  readonly takenOffMs: number;
  /** What the network may add to a call besides. */
  readonly networkMs: number;
}

/**
 * Counts a valid call. A run that is stopped early can end between any two lines: a subset is counted after the whole, so that
 * there are never more slow calls than answered ones.
 */
export function countMeasuredCall(metrics: CallMetrics, counting: Counting, call: MeasuredCall): void {
  const { endpoint, slice, result, outcome } = call;
  if (slice.startsWith('w')) {
    if (result === 'succeeded') metrics.latency.add(call.durationMs, { endpoint, slice });
    return;
  }
  metrics.calls.add(1, endpoint, result);
  if (call.opening !== 'none') countConnection(metrics, call);
  if (result !== 'succeeded') metrics.outcomes.add(1, endpoint, outcomeTag(outcome));
  if (result === 'succeeded') countAnswer(metrics, counting, call);
  else if (result === 'failed') countFailed(metrics, counting, call);
  else metrics.shed.add(1, endpoint, slice);
}

function countConnection({ setUp, reopened, freshCalls, handshakes }: CallMetrics, call: MeasuredCall): void {
  const { endpoint, result, opening, setUpMs, connectingMs } = call;
  if (connectingMs > 0) handshakes.add(1, String(bucketOf(connectingMs)));
  if (opening === 'ours') freshCalls.add(1, endpoint, isErrorAnswer(call) ? 'error' : result);
  if (result === 'succeeded') setUp.add(setUpMs, { endpoint });
  if (opening === 'theirs') reopened.add(1, endpoint);
}

function isErrorAnswer({ result, outcome }: MeasuredCall): boolean {
  return result === 'failed' && !unanswered.includes(outcome);
}

/** An error in time is no slow answer: whoever gets one is not kept waiting. */
function countFailed(metrics: CallMetrics, counting: Counting, call: MeasuredCall): void {
  const { endpoint, slice, latenessMs } = call;
  const isLate = latenessMs >= lateFromMs(counting.limitMs);
  const over = isErrorAnswer(call) ? stepOver(counting, call) : undefined;
  metrics.failedCalls.add(1, endpoint, slice);
  metrics.farOver.add(1, endpoint, slice);
  if (over !== undefined) metrics.failedOver.add(1, endpoint, String(over));
  if (isLate) metrics.lateCalls.add(1, endpoint, slice, 'failed');
}

function countAnswer(metrics: CallMetrics, counting: Counting, call: MeasuredCall): void {
  const { endpoint, slice, durationMs, latenessMs } = call;
  const limitMs = counting.limitMs + counting.takenOffMs;
  metrics.latency.add(durationMs, { endpoint, slice, phase: 'measure' });
  const isLate = latenessMs >= lateFromMs(counting.limitMs);
  if (durationMs >= limitMs + farOverMs + counting.networkMs) metrics.farOver.add(1, endpoint, slice);
  const why = whySlow(counting, call);
  // Of slow answers alone: what this machine delayed says nothing about connections.
  if (why !== null) metrics.slow.add(1, endpoint, slice, why, why === 'duration' ? counting.user : 'none');
  if (durationMs < 0 || call.waitingMs < 0) metrics.negativeTimings.add(1);
  metrics.latencyBucket.add(1, endpoint, String(bucketOf(durationMs)));
  metrics.bodyBytes.add(call.bodyBytes, { endpoint });
  const over = stepOver(counting, call);
  if (over !== undefined) metrics.overLimit.add(1, endpoint, String(over));
  if (isLate) metrics.lateCalls.add(1, endpoint, slice, String(over ?? 'none'));
}

/** The highest step over the limit that a call reached; undefined: it was under the limit. */
function stepOver(counting: Counting, { durationMs }: MeasuredCall): number | undefined {
  const limitMs = counting.limitMs + counting.takenOffMs;
  return durationMs < limitMs ? undefined : overGridMs.findLast((step) => durationMs >= limitMs + step);
}

function whySlow(
  { limitMs, takenOffMs }: Counting,
  { durationMs, latenessMs, opening, setUpMs, untimedMs }: MeasuredCall,
): SlowReason | null {
  if (durationMs >= limitMs + takenOffMs) return 'duration';
  if (latenessMs >= limitMs) return 'late';
  if (untimedMs >= limitMs) return 'repeated';
  return opening === 'theirs' && setUpMs + durationMs >= limitMs + takenOffMs ? 'set-up' : null;
}
