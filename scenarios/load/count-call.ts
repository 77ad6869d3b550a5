import type { Answer } from '../../checks/answer.ts';
import { type Response, unanswered } from '../../checks/exchange.ts';
import { lateFromMs, overGridMs } from '../../checks/latency/measurement.ts';
import { farOverMs } from '../../checks/latency/refutation.ts';
import type { SlowReason } from '../../checks/load-metrics.ts';
import { outcomeTag } from '../../checks/tally.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { bucketOf, sizeOf } from '../../schemas/histogram-grid.ts';
import type { Opening } from './connections.ts';
import type { CallMetrics } from './k6-metrics.ts';
import type { DueCall } from './timetable.ts';

export interface MeasuredCall
  extends Pick<Response, 'status' | 'durationMs' | 'waitingMs' | 'connectingMs'>,
    Pick<Answer, 'result' | 'outcome'>,
    Pick<DueCall, 'number'> {
  readonly slice: string;
  readonly latenessMs: number;
  readonly endpoint: Endpoint;
  /** A glance was enough to see that the answer passes every check. */
  readonly isAccepted: boolean;
  readonly opening: Opening;
  readonly sentCharacters: number;
  /** Address that answered, if the call opened a connection; otherwise empty. */
  readonly address: string;
  readonly setUpMs: number;
  /** How much longer the virtual user waited than k6 reports: Go's HTTP client repeats a call if a used connection breaks. */
  readonly untimedMs: number;
}

export interface Counting {
  readonly user: string;
  readonly limitMs: number;
  /** Addresses that answered before the load. A call is counted by the index of its address, or -1 for any other. */
  readonly addresses: readonly string[];
  /** Network time that every duration contains, deducted if the limit applies at the service. Lateness is not reduced. */
  readonly takenOffMs: number;
  /** Further time that the network may add to a call. */
  readonly networkMs: number;
}

/** A run may be stopped between any two lines. A subset is counted after the whole: never more slow calls than answered ones. */
export function countMeasuredCall(metrics: CallMetrics, counting: Counting, call: MeasuredCall): void {
  const { endpoint, slice, result, outcome, durationMs } = call;
  if (slice.startsWith('w')) {
    if (result === 'succeeded') metrics.latency[endpoint].add(durationMs, { slice });
    return;
  }
  const isErrorAnswer = result === 'failed' && !unanswered.includes(outcome);
  metrics.calls.add(1, endpoint, result);
  if (call.opening !== 'none') countConnection(metrics, counting, call, isErrorAnswer ? 'error' : result);
  if (result !== 'succeeded') metrics.outcomes.add(1, slice, endpoint, outcomeTag(outcome));
  if (result === 'succeeded') countAnswer(metrics, counting, call);
  else if (result === 'failed') {
    // An error that arrives in time is not a slow answer.
    const over = isErrorAnswer ? stepOver(counting, call) : undefined;
    metrics.failedCalls.add(1, endpoint, slice);
    metrics.farOver.add(1, endpoint, slice);
    if (over !== undefined) metrics.failedOver.add(1, slice, endpoint, String(over));
    countIfLate(metrics, counting, call, 'failed');
  } else metrics.shed.add(1, endpoint, slice);
}

function countConnection(metrics: CallMetrics, counting: Counting, call: MeasuredCall, ended: string): void {
  const { endpoint, slice, result, opening, setUpMs, connectingMs } = call;
  if (connectingMs > 0) metrics.handshakes.add(1, String(bucketOf(connectingMs)));
  if (opening === 'ours') metrics.freshCalls.add(1, slice, endpoint, ended);
  if (result === 'succeeded') metrics.setUp.add(setUpMs, { endpoint, address: addressOf(counting, call) });
  if (opening === 'theirs') metrics.reopened.add(1, slice, endpoint);
}

function countAnswer(metrics: CallMetrics, counting: Counting, call: MeasuredCall): void {
  const { endpoint, slice, durationMs, opening, sentCharacters } = call;
  const limitMs = counting.limitMs + counting.takenOffMs;
  const size = sizeOf(sentCharacters);
  const over = stepOver(counting, call);
  metrics.latency[endpoint].add(durationMs, { slice, phase: 'measure' });
  if (durationMs >= limitMs + farOverMs + counting.networkMs) metrics.farOver.add(1, endpoint, slice);
  const why = whySlow(counting, call);
  // Only slow answers count here: delays of this machine say nothing about connections.
  if (why !== null) metrics.slow.add(1, endpoint, slice, why, why === 'duration' ? counting.user : 'none');
  if (over !== undefined) {
    metrics.slowOfUser.add(1, slice, endpoint, counting.user);
    metrics.slowCases.add(packed(call), { endpoint, size, opening, address: addressOf(counting, call) });
    metrics.overLimit.add(1, slice, endpoint, String(over));
  }
  if (durationMs < 0 || call.waitingMs < 0) metrics.negativeTimings.add(1);
  metrics.latencyBucket.add(1, endpoint, String(bucketOf(durationMs)));
  metrics.sizes.add(1, endpoint, size);
  countIfLate(metrics, counting, call, String(over ?? 'none'));
}

function countIfLate(metrics: CallMetrics, { limitMs }: Counting, call: MeasuredCall, over: string): void {
  const { endpoint, slice, latenessMs } = call;
  if (latenessMs < lateFromMs(limitMs)) return;
  metrics.lateCalls.add(1, endpoint, slice, over);
  metrics.lateInSlice.add(1, slice, endpoint);
}

function addressOf({ addresses }: Counting, { address }: MeasuredCall): string {
  return String(addresses.indexOf(address));
}

/** Slow answers are successes, so no status is lower. */
const leastStatus = 200;
const statuses = 100;
/** Greater than the number of calls in any load. */
const numbers = 2 ** 28;

/** Packs what is kept of a slow answer into one number that facts can hold. The duration comes first, so that the maximum that k6 keeps is the slowest call. */
function packed({ durationMs, status, opening, number }: MeasuredCall): number {
  const ended = Math.ceil(durationMs) * statuses + status;
  return (ended * 2 + Number(opening !== 'none')) * numbers + number;
}

export function unpacked(value: number) {
  const rest = Math.floor(value / numbers);
  const ended = Math.floor(rest / 2) - leastStatus;
  return {
    durationMs: Math.floor(ended / statuses),
    status: leastStatus + (ended % statuses),
    /** The call opened its connection. */
    isFresh: rest % 2 === 1,
    number: value % numbers,
  };
}

/** The highest step over the limit that a call reached; undefined: it met the limit. */
function stepOver(counting: Counting, { durationMs }: MeasuredCall): number | undefined {
  const limitMs = counting.limitMs + counting.takenOffMs;
  return durationMs < limitMs ? undefined : overGridMs.findLast((step) => durationMs >= limitMs + step);
}

function whySlow({ limitMs, takenOffMs }: Counting, call: MeasuredCall): SlowReason | null {
  const { durationMs, latenessMs, opening, setUpMs, untimedMs } = call;
  if (durationMs >= limitMs + takenOffMs) return 'duration';
  if (latenessMs >= limitMs) return 'late';
  if (untimedMs >= limitMs) return 'repeated';
  return opening === 'theirs' && setUpMs + durationMs >= limitMs + takenOffMs ? 'set-up' : null;
}
