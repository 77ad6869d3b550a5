import type { EndpointResult, TimeSlice } from './report.ts';

type Bucket = EndpointResult['histogram'][number];

/**
 * At most `most` buckets: empty ones at both ends left out, neighbours joined, so many to one everywhere.
 * No bucket is joined across the limit, and the counts stay exact.
 */
export function joinBuckets(buckets: readonly Bucket[], limitMs: number, most: number): readonly Bucket[] {
  const isBelow = ({ upToMs }: Bucket) => upToMs !== null && upToMs <= limitMs;
  const kept = withoutEmptyEnds(buckets, isBelow);
  const below = kept.filter(isBelow);
  const above = kept.slice(below.length);
  let size = 1;
  while (Math.ceil(below.length / size) + Math.ceil(above.length / size) > most) size++;
  const first = below.length % size;
  return [
    ...(first === 0 ? [] : [joinedBucket(below.slice(0, first))]),
    ...chunks(below.slice(first), size).map(joinedBucket),
    ...chunks(above, size).map(joinedBucket),
  ];
}

/** The bucket before the first used one stays, because it carries that one's lower edge; so does one beyond the limit. */
function withoutEmptyEnds(buckets: readonly Bucket[], isBelow: (bucket: Bucket) => boolean) {
  const firstUsed = buckets.findIndex(({ count }) => count > 0);
  const lastUsed = buckets.findLastIndex(({ count }) => count > 0);
  const beyond = buckets.findIndex((bucket) => !isBelow(bucket));
  return buckets.slice(Math.max(Math.min(firstUsed, beyond) - 1, 0), Math.max(lastUsed, beyond) + 1);
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
