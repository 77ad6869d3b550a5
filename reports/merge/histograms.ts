import type { EndpointResult } from '../report.ts';

type Bucket = EndpointResult['histogram'][number];

/** Edges that every run counts by: 20 ms times powers of 1.1, so that each bucket is 10 % wide. */
const baseMs = 20;
const ratio = 1.1;
const lowest = -48;
const highest = 66;

/** A percentile read from such a bucket, at its middle, is off by no more than this share. */
export const percentileError = 0.05;

/** Number k of the bucket that ends at 20 · 1.1^k ms, the last one has no end; null where no bucket ends there. */
export function bucketNumber(upToMs: number | null): number | null {
  if (upToMs === null) return highest;
  const number = Math.round(Math.log(upToMs / baseMs) / Math.log(ratio));
  const isEdge = Math.abs(upToMs / (baseMs * ratio ** number) - 1) < 1e-3;
  return isEdge && number >= lowest && number < highest ? number : null;
}

/** Exact: counts of the same bucket are added. Every bucket between the first and the last used is in the result. */
export function mergeHistograms(histograms: readonly (readonly Bucket[])[]): Bucket[] {
  const counts = new Map<number, number>();
  for (const { upToMs, count } of histograms.flat()) {
    const number = bucketNumber(upToMs);
    if (number !== null && count > 0) counts.set(number, (counts.get(number) ?? 0) + count);
  }
  if (counts.size === 0) return [];
  const first = Math.max(Math.min(...counts.keys()) - 1, lowest);
  const last = Math.max(...counts.keys());
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    upToMs: edgeMs(first + index),
    count: counts.get(first + index) ?? 0,
  }));
}

function edgeMs(number: number): number | null {
  return number === highest ? null : baseMs * ratio ** number;
}

const usual = [50, 90, 95, 99, 99.9, 99.99];
const fewestBeyond = 10;

/** Percentiles of merged buckets, those of `wanted` and the usual ones, where ten samples lie beyond. */
export function percentilesOf(
  histogram: readonly Bucket[],
  wanted: readonly number[],
  maxMs: number | null,
): EndpointResult['percentiles'] {
  const samples = histogram.reduce((sum, { count }) => sum + count, 0);
  const carried = (level: number) =>
    samples * (1 - level / 100) >= fewestBeyond || (level === 50 && samples > 0);
  return [...new Set([...wanted, ...usual])]
    .filter(carried)
    .toSorted((a, b) => a - b)
    .map((percentile) => ({
      percentile,
      ms: bucketMiddleMs(histogram, (percentile / 100) * samples, maxMs),
    }));
}

/** The middle, as a ratio, of the bucket in which the call of this rank lies. */
function bucketMiddleMs(histogram: readonly Bucket[], rank: number, maxMs: number | null): number {
  let below = 0;
  const found = histogram.find(({ count }) => {
    below += count;
    return count > 0 && below >= rank;
  });
  const upToMs = found?.upToMs ?? null;
  const middle = upToMs === null ? baseMs * ratio ** (highest - 1) : upToMs / Math.sqrt(ratio);
  return Number(Math.min(middle, maxMs ?? middle).toPrecision(6));
}
