import type { Trend } from 'k6/metrics';
import { subjectsOfSuccess } from '../../checks/exchange.ts';
import { lateFromMs } from '../../checks/latency/measurement.ts';
import { endpointNames } from '../../schemas/endpoints.ts';
import { bucketOf } from '../../schemas/histogram-grid.ts';
import type { Counting } from './count-call.ts';
import type { Adder, CallMetrics } from './k6-metrics.ts';

export type SliceCalls = ReturnType<typeof newSliceCalls>;

/** What a virtual user did in one slice and has not counted yet. The names of warm-up slices begin with w. */
export function newSliceCalls(name: string) {
  /** Milliseconds of plain calls. The connections of those with `setUpsMs` are closed by the harness. */
  const none = () => ({
    durationsMs: [] as number[],
    setUpsMs: [] as number[],
    handshakesMs: [] as number[],
  });
  /** `made`: due calls that were made and have ended. */
  return { name, made: 0, plain: { user: none(), encrypt: none(), sync: none(), backup: none() } };
}

/** When a call was made, and whether it counts. */
export interface MadeCall {
  readonly isMeasured: boolean;
  readonly slice: SliceCalls;
  readonly latenessMs: number;
  /** It is one of the few from which percentiles are taken. */
  readonly isSampled: boolean;
}

/**
 * Whether a success that a glance accepted was on time and within the limit. Unless the service closed its connection, such a call
 * is plain, as nearly all calls of a load are: only its duration, its slice and its request are kept, and the time of its connection.
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

/** Counts the plain calls of a slice as `countMeasuredCall` does, but for their sizes, and the passes of their checks. */
export function countSlice(
  metrics: CallMetrics,
  judged: Adder<readonly ['subject']>,
  { name: slice, plain }: SliceCalls,
): void {
  for (const endpoint of endpointNames) {
    const { durationsMs, setUpsMs, handshakesMs } = plain[endpoint];
    if (durationsMs.length === 0) continue;
    for (const subject of subjectsOfSuccess(endpoint)) judged.add(durationsMs.length, subject);
    if (slice.startsWith('w')) addEach(metrics.latency[endpoint], durationsMs, { slice });
    else {
      metrics.calls.add(durationsMs.length, endpoint, 'succeeded');
      for (const [bucket, count] of inBuckets(handshakesMs)) metrics.handshakes.add(count, String(bucket));
      if (setUpsMs.length > 0) metrics.freshCalls.add(setUpsMs.length, slice, endpoint, 'succeeded');
      // -1: the address is not one of several. Where there are several, a call that opens a connection is not plain.
      addEach(metrics.setUp, setUpsMs, { endpoint, address: '-1' });
      addEach(metrics.latency[endpoint], durationsMs, { slice, phase: 'measure' });
      for (const [bucket, count] of inBuckets(durationsMs))
        metrics.latencyBucket.add(count, endpoint, String(bucket));
    }
    durationsMs.length = 0;
    setUpsMs.length = 0;
    handshakesMs.length = 0;
  }
}

/** Loops by index are much faster in k6's engine than those by iterator. */
function addEach(trend: Pick<Trend, 'add'>, allMs: readonly number[], tags: Record<string, string>): void {
  for (let at = 0; at < allMs.length; at += 1) trend.add(allMs[at] as number, tags);
}

function inBuckets(allMs: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (let at = 0; at < allMs.length; at += 1) {
    const bucket = bucketOf(allMs[at] as number);
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  return counts;
}
