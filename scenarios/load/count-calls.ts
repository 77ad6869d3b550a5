import type { Answer } from '../../checks/answer.ts';
import { subjectsOfSuccess, unanswered } from '../../checks/exchange.ts';
import { farOverMs, lateFromMs, overGridMs } from '../../checks/latency/measurement.ts';
import type { SlowReason } from '../../checks/load-metrics.ts';
import { outcomeTag } from '../../checks/tally.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { bucketOf } from '../../schemas/histogram-grid.ts';
import type { ClosedBy } from './connections.ts';
import type { LoadCounters } from './k6-metrics.ts';

/** A call of the load that has ended. If it is plain, it also has the times of further calls like it. */
export interface MeasuredCall extends Pick<Answer, 'result' | 'outcome'> {
  /** Number of the slice; '': the call was made in the warm-up, so its answer is judged and not timed. */
  readonly slice: string;
  readonly latenessMs: number;
  readonly durationMs: number;
  readonly waitingMs: number;
  readonly endpoint: Endpoint;
  /** A glance was enough to see that the answer passes every check. */
  readonly isAccepted: boolean;
  readonly closedBy: ClosedBy;
  /** How much longer the virtual user waited than k6 reports: Go's HTTP client repeats a call if a used connection breaks. */
  readonly untimedMs: number;
  readonly durationsMs: number[];
  /** How long it waited for a connection. */
  readonly setUpMs: number;
  /** TCP handshakes of those calls that opened a connection. */
  readonly handshakesMs: number[];
}

interface Counting {
  readonly user: string;
  readonly limitMs: number;
  /** Network time that every duration contains, deducted if the limit applies at the service. Lateness is not reduced. */
  readonly takenOffMs: number;
  /** Further time that the network may add to a call. */
  readonly networkMs: number;
}

/**
 * Whether a success that a glance accepted was on time and within the limit. Unless the service closed its connection, such a call
 * is plain, as nearly all calls of a load are: of all that are like it in a slice, only the first is kept, and the times of the others.
 */
export function isPlain(
  { limitMs, takenOffMs }: Counting,
  durationMs: number,
  waitingMs: number,
  latenessMs: number,
  untimedMs: number,
): boolean {
  return (
    durationMs < limitMs + takenOffMs &&
    latenessMs < lateFromMs(limitMs) &&
    untimedMs < limitMs &&
    durationMs >= 0 &&
    waitingMs >= 0
  );
}

/** Counts a call of encrypt besides those of the timetable, of which only the end is known. */
export function countRefused(metrics: LoadCounters, slice: string, outcome: string): void {
  if (slice === '') return;
  const call = { endpoint: 'encrypt', slice, result: 'refused', outcome: outcomeTag(outcome) } as const;
  metrics.calls.add(1, call);
  metrics.outcomes.add(1, call);
  metrics.shed.add(1, call);
}

/** A run may be stopped between any two lines. A subset is counted after the whole: never more slow calls than answered ones. */
export function countCalls(metrics: LoadCounters, counting: Counting, call: MeasuredCall): void {
  const { endpoint, slice, result, durationsMs, isAccepted } = call;
  const count = durationsMs.length;
  if (isAccepted) for (const subject of subjectsOfSuccess(endpoint)) metrics.judged.add(count, { subject });
  if (slice === '') return;
  const isErrorAnswer = result === 'failed' && !unanswered.includes(call.outcome);
  metrics.calls.add(count, call);
  countConnections(metrics, call, isErrorAnswer ? 'error' : result);
  if (result !== 'succeeded') metrics.outcomes.add(1, { endpoint, slice, outcome: outcomeTag(call.outcome) });
  if (result === 'succeeded') countAnswers(metrics, counting, call);
  else if (result === 'failed') {
    metrics.failed_calls.add(1, call);
    metrics.far_over.add(1, call);
    // An error that arrives in time is not a slow answer.
    const over = isErrorAnswer ? stepOver(counting, call) : undefined;
    if (over !== undefined) metrics.failed_over.add(1, { endpoint, slice, over });
    countIfLate(metrics, counting, call, 'failed');
  } else metrics.shed.add(1, call);
}

function countConnections(metrics: LoadCounters, call: MeasuredCall, ended: string): void {
  const { endpoint, slice, closedBy, durationsMs, handshakesMs } = call;
  countInBuckets(handshakesMs, (count, bucket) => metrics.handshakes.add(count, { bucket }));
  if (closedBy === 'ours') metrics.fresh_calls.add(durationsMs.length, { endpoint, slice, result: ended });
  if (closedBy === 'theirs') metrics.reopened.add(1, call);
}

function countAnswers(metrics: LoadCounters, counting: Counting, call: MeasuredCall): void {
  const { endpoint, slice, durationsMs, durationMs } = call;
  const { limitMs, takenOffMs, networkMs } = counting;
  const over = stepOver(counting, call);
  metrics.latency.add(durationsMs, { endpoint, slice, phase: 'measure' });
  if (durationMs >= limitMs + takenOffMs + farOverMs + networkMs) metrics.far_over.add(1, call);
  const why = over === undefined ? whySlow(counting, call) : 'duration';
  // Only slow answers count by user: delays of this machine say nothing about connections.
  const user = why === 'duration' ? counting.user : 'none';
  if (why !== null) metrics.slow.add(1, { endpoint, slice, why, user });
  if (over !== undefined) metrics.over_limit.add(1, { endpoint, slice, over });
  if (durationMs < 0 || call.waitingMs < 0) metrics.negative_timings.add(1, {});
  countInBuckets(durationsMs, (count, bucket) => metrics.latency_bucket.add(count, { endpoint, bucket }));
  countIfLate(metrics, counting, call, over ?? 'none');
}

function countIfLate(metrics: LoadCounters, { limitMs }: Counting, call: MeasuredCall, over: string): void {
  const { endpoint, slice, latenessMs } = call;
  if (latenessMs >= lateFromMs(limitMs)) metrics.late_calls.add(1, { endpoint, slice, over });
}

function countInBuckets(allMs: readonly number[], add: (count: number, bucket: string) => void): void {
  const counts = new Map<number, number>();
  for (let at = 0; at < allMs.length; at += 1) {
    const bucket = bucketOf(allMs[at] as number);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  counts.forEach((count, bucket) => {
    add(count, String(bucket));
  });
}

/** The highest step over the limit that a call reached; undefined: it met the limit. */
function stepOver(counting: Counting, { durationMs }: MeasuredCall): string | undefined {
  const overMs = durationMs - counting.limitMs - counting.takenOffMs;
  return overGridMs.findLast((step) => overMs >= step)?.toString();
}

/** Why a call whose answer met the limit does not prove a fast one; null: it does. */
function whySlow({ limitMs, takenOffMs }: Counting, call: MeasuredCall): SlowReason | null {
  const { durationMs, latenessMs, closedBy, setUpMs, untimedMs } = call;
  if (latenessMs >= limitMs) return 'late';
  if (untimedMs >= limitMs) return 'repeated';
  // A caller also waits for the first attempt of a call that was repeated, which k6 does not time.
  const wholeMs = untimedMs + setUpMs + durationMs;
  return closedBy === 'theirs' && wholeMs >= limitMs + takenOffMs ? 'set-up' : null;
}
