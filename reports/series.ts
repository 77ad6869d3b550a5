import { bucketOf, buckets as gridBuckets, upperEdgeMs } from '../schemas/histogram-grid.ts';
import type { EndpointResult, TimeSlice } from './report.ts';

type Bucket = EndpointResult['histogram'][number];

/**
 * At most `most` buckets, those left out for having no calls put in again, neighbours joined, so many to one everywhere.
 * They reach from one below the first used to one beyond the limit. None is joined across the limit; the counts stay exact.
 */
export function joinBuckets(buckets: readonly Bucket[], limitMs: number, most: number): readonly Bucket[] {
  const isBelow = ({ upToMs }: Bucket) => upToMs !== null && upToMs <= limitMs;
  const all = withoutGaps(
    buckets.filter(({ count }) => count > 0),
    limitMs,
  );
  const below = all.filter(isBelow);
  const above = all.slice(below.length);
  let size = 1;
  while (Math.ceil(below.length / size) + Math.ceil(above.length / size) > most) size++;
  const first = below.length % size;
  return [
    ...(first === 0 ? [] : [joinedBucket(below.slice(0, first))]),
    ...chunks(below.slice(first), size).map(joinedBucket),
    ...chunks(above, size).map(joinedBucket),
  ];
}

/** Each edge of the grid from one below the first used to one beyond the limit, or to the last used. */
function withoutGaps(used: readonly Bucket[], limitMs: number): Bucket[] {
  const counts = new Map(used.map(({ upToMs, count }) => [gridBucket(upToMs), count]));
  if (counts.size === 0) return [];
  const last = Number.isFinite(limitMs) ? [bucketOf(limitMs) + 1] : [];
  const [from, to] = [Math.min(...counts.keys()) - 1, Math.max(...counts.keys(), ...last)];
  return gridBuckets
    .filter((bucket) => bucket >= from && bucket <= to)
    .map((bucket) => ({ upToMs: upperEdgeMs(bucket), count: counts.get(bucket) ?? 0 }));
}

/** From within the bucket: its edge was rounded. */
function gridBucket(upToMs: number | null): number {
  return bucketOf(upToMs === null ? Number.POSITIVE_INFINITY : upToMs * 0.99);
}

function joinedBucket(buckets: readonly Bucket[]): Bucket {
  return { upToMs: buckets.at(-1)?.upToMs ?? null, count: total(buckets, ({ count }) => count) };
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const result: T[][] = [];
  for (let start = 0; start < items.length; start += size) result.push(items.slice(start, start + size));
  return result;
}

/**
 * At most `most` slices. Counts are added; a percentile is that of the slowest slice joined,
 * which no percentile of the joined slices exceeds. Warm-up and measurement are never joined.
 */
export function joinSlices(slices: readonly TimeSlice[], most: number): readonly TimeSlice[] {
  if (slices.length <= most) return slices;
  const warmUp = slices.filter((slice) => slice.warmUp);
  const measured = slices.filter((slice) => !slice.warmUp);
  const warmUpGroups = Math.ceil((warmUp.length / slices.length) * most);
  return [...groups(warmUp, warmUpGroups), ...groups(measured, most - warmUpGroups)].map(joinedSlice);
}

function joinedSlice(slices: readonly TimeSlice[]): TimeSlice {
  return {
    startMs: slices[0]?.startMs ?? 0,
    durationMs: total(slices, ({ durationMs }) => durationMs),
    warmUp: slices[0]?.warmUp ?? false,
    requests: total(slices, ({ requests }) => requests),
    slow: total(slices, ({ slow }) => slow),
    failed: total(slices, ({ failed }) => failed),
    p50Ms: highest(slices.map(({ p50Ms }) => p50Ms)),
    p95Ms: highest(slices.map(({ p95Ms }) => p95Ms)),
    p99Ms: highest(slices.map(({ p99Ms }) => p99Ms)),
  };
}

function highest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function total<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}

/** So many groups of neighbours, all of about one size; fewer where there are fewer items. */
function groups<T>(items: readonly T[], wanted: number): T[][] {
  const most = Math.min(Math.max(wanted, 1), items.length);
  const edge = (index: number) => Math.round((index * items.length) / most);
  return Array.from({ length: most }, (_, index) => items.slice(edge(index), edge(index + 1)));
}
