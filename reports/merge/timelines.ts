import type { TimeSlice } from '../report.ts';
import { highest, sum } from './totals.ts';

/**
 * Slices of the same place in time are added. None where the runs were not sliced alike, or did not end within a slice
 * of each other: then the same place is not the same time.
 */
export function mergeTimelines(timelines: readonly (readonly TimeSlice[])[], skewMs: number): TimeSlice[] {
  const [first = []] = timelines;
  if (skewMs > (first.at(-1)?.durationMs ?? 0)) return [];
  if (!timelines.every((timeline) => isSlicedAlike(timeline, first))) return [];
  return first.map((slice, index) =>
    mergeSlices(
      slice,
      timelines.flatMap((timeline) => timeline[index] ?? []),
    ),
  );
}

function isSlicedAlike(one: readonly TimeSlice[], other: readonly TimeSlice[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ startMs, durationMs, warmUp }, index) => {
      const there = other[index];
      return startMs === there?.startMs && durationMs === there.durationMs && warmUp === there.warmUp;
    })
  );
}

/** The percentile of all calls lies between those of the parts: the highest is one that it does not exceed. */
function mergeSlices(place: TimeSlice, slices: readonly TimeSlice[]): TimeSlice {
  return {
    startMs: place.startMs,
    durationMs: place.durationMs,
    warmUp: place.warmUp,
    requests: sum(slices, ({ requests }) => requests),
    slow: sum(slices, ({ slow }) => slow),
    failed: sum(slices, ({ failed }) => failed),
    unproven: sum(slices, ({ unproven = 0 }) => unproven),
    p50Ms: highest(slices.map(({ p50Ms }) => p50Ms)),
    p95Ms: highest(slices.map(({ p95Ms }) => p95Ms)),
    p99Ms: highest(slices.map(({ p99Ms }) => p99Ms)),
  };
}
