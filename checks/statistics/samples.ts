import { upperBound } from './distributions.ts';

/** Calls of one stretch of time, and how many of them were hits (slow calls). */
export interface Slice {
  readonly n: number;
  readonly hits: number;
}

/** Batch counts for the variance: a burst split between two batches at one scale is whole at another. */
const scales = [60, 30, 20] as const;

/**
 * Number of calls worth one independent call, at least 1: hits in bursts are weaker evidence than their number suggests. The
 * largest of the batch-means estimates.
 */
export function designEffect(slices: readonly Slice[]): number {
  return Math.max(1, ...scales.map((batches) => batchMeansEffect(slices, batches)));
}

/** Variance of the share between batches of time, relative to that of independent calls; 0: unknown. */
export function batchMeansEffect(slices: readonly Slice[], batches: number): number {
  if (slices.length < batches || batches < 2) return 0;
  const ends = Array.from({ length: batches + 1 }, (_, batch) =>
    Math.ceil((batch * slices.length) / batches),
  );
  const merged = ends.slice(1).map((end, batch) => total(slices.slice(ends[batch], end)));
  const { n, hits } = total(merged);
  const share = hits / n;
  const independent = n * share * (1 - share);
  if (!(independent > 0)) return 0;
  const squares = sumOf(merged, (batch) => (batch.hits - share * batch.n) ** 2);
  return ((batches / (batches - 1)) * squares) / independent;
}

/** A whole run is worth at least this many independent samples. */
const fewestEffective = 30;

/** The design effect for a fail: a bad stretch longer than a thirtieth of the run is no accident, but how the service behaves. */
export function accidentEffect(effect: number, n: number): number {
  return Math.min(effect, n / Math.min(n, fewestEffective));
}

export function total(slices: readonly Slice[]): Slice {
  return { n: sumOf(slices, ({ n }) => n), hits: sumOf(slices, ({ hits }) => hits) };
}

/** Two shares this many standard errors apart are different. */
export const farApart = 3.3;

/** By how many standard errors the first share exceeds the second, if `bursts` hits count as one. */
export function standardErrorsApart(one: Slice, other: Slice, bursts = 1): number {
  if (one.n === 0 || other.n === 0) return 0;
  const share = (one.hits + other.hits) / (one.n + other.n);
  const independent = share * (1 - share) * (1 / one.n + 1 / other.n);
  return independent > 0 ? (one.hits / one.n - other.hits / other.n) / Math.sqrt(independent * bursts) : 0;
}

const mostSamples = 1e9;

/**
 * The most hits in n samples that still show a share of at most p0, however they cluster. In the worst case all x hits are one
 * burst, one event in n/x trials.
 */
export function allowedSlowAnyClustering(n: number, p0: number, alpha: number): number {
  const worthOneHit = samplesUntil((samples) => upperBound(1, samples, alpha) <= p0);
  return Math.floor(n / worthOneHit);
}

/** Number of samples without a hit that show a share of at most p0; Infinity if no hit is allowed. */
export function cleanSamples(p0: number, alpha: number): number {
  return Math.log(alpha) / Math.log1p(-p0);
}

/** The smallest n > 1, to six digits, that satisfies a condition which larger n satisfy too; Infinity if there is none up to `most`. */
export function samplesUntil(holds: (n: number) => boolean, most = mostSamples): number {
  let low = 1;
  let high = 2;
  while (!holds(high)) {
    if (high > most) return Number.POSITIVE_INFINITY;
    low = high;
    high *= 2;
  }
  while (high - low > 1e-6 * high) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * The longest stall that a window would show, in milliseconds: stalls of this length that take up a share p0 of the time leave no
 * trace with probability alpha. Shorter stalls are more frequent and show sooner; longer ones are rarer and may not show.
 */
export function stallResolutionMs(p0: number, durationMs: number, alpha: number): number {
  return (p0 * durationMs) / Math.log(1 / alpha);
}

export function meanOf(values: readonly number[]): number {
  return sumOf(values, (value) => value) / values.length;
}

/** Interpolates between the two nearest values, which may be unsorted. 0 if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}

/** To three digits after the point. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export function sumOf<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}
