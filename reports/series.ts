import type { EndpointResult, TimeSlice } from './report.ts';

type Bucket = EndpointResult['histogram'][number];

/** Every edge of a histogram is this many times the one before it, where no bucket is left out. */
const edgeRatio = 1.1;

/**
 * At most `most` buckets, those left out for having no calls put in again, neighbours joined, so many to one everywhere.
 * They reach from one below the first used to one beyond the limit. None is joined across the limit; the counts stay exact.
 */
export function joinBuckets(buckets: readonly Bucket[], limitMs: number, most: number): readonly Bucket[] {
  const isBelow = ({ upToMs }: Bucket) => upToMs !== null && upToMs <= limitMs;
  const all = withoutGaps(used(buckets), limitMs);
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

function used(buckets: readonly Bucket[]): readonly Bucket[] {
  return buckets.filter(({ count }) => count > 0);
}

function withoutGaps(buckets: readonly Bucket[], limitMs: number): Bucket[] {
  const edges = buckets.flatMap(({ upToMs }) => upToMs ?? []);
  const [first] = edges;
  if (first === undefined) return [...buckets];
  const wanted = [first / edgeRatio, ...edges];
  const last = wanted[wanted.length - 1] ?? first;
  if (last <= limitMs && Number.isFinite(limitMs)) {
    const steps = Math.floor(Math.log(limitMs / last) / Math.log(edgeRatio) + 1e-6) + 1;
    wanted.push(last * edgeRatio ** steps);
  }
  const counts = new Map(buckets.map(({ upToMs, count }) => [upToMs, count]));
  const exactly = (edge: number) => (Math.abs(edge / limitMs - 1) < 1e-6 ? limitMs : edge);
  const filled = wanted
    .flatMap((edge, index) => [...between(wanted[index - 1] ?? edge, edge), edge])
    .map((edge) => (counts.has(edge) ? edge : exactly(edge)));
  const beyond = counts.get(null);
  return [
    ...filled.map((upToMs) => ({ upToMs, count: counts.get(upToMs) ?? 0 })),
    ...(beyond === undefined ? [] : [{ upToMs: null, count: beyond }]),
  ];
}

/** The edges that lie between two, where the two are whole steps apart. */
function between(from: number, to: number): number[] {
  const exact = Math.log(to / from) / Math.log(edgeRatio);
  const steps = Math.round(exact);
  if (Math.abs(exact - steps) > 1e-3) return [];
  return Array.from({ length: Math.max(steps - 1, 0) }, (_, index) => to / edgeRatio ** (steps - 1 - index));
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
