/** Calls of one stretch of time, and how many of them were hits (slow calls). */
export interface Slice {
  readonly n: number;
  readonly hits: number;
}

/** Batch counts at which the variance is looked at: a burst cut by two batches at one scale is whole at another. */
const scales = [60, 30, 20] as const;

/**
 * How many counted calls are worth one independent call, at least 1: hits that come in bursts carry less evidence
 * than their number says. The largest of the batch-means estimates.
 */
export function designEffect(slices: readonly Slice[]): number {
  return Math.max(1, ...scales.map((batches) => batchMeansEffect(slices, batches)));
}

/** Variance of the share between batches of time, over what independent calls would show; 0 when it cannot be told. */
export function batchMeansEffect(slices: readonly Slice[], batches: number): number {
  if (slices.length < batches || batches < 2) return 0;
  const merged = mergeSlices(slices, batches);
  const { n, hits } = total(merged);
  const share = hits / n;
  const independent = n * share * (1 - share);
  if (!(independent > 0)) return 0;
  const squares = merged.reduce((sum, batch) => sum + (batch.hits - share * batch.n) ** 2, 0);
  return ((batches / (batches - 1)) * squares) / independent;
}

export function total(slices: readonly Slice[]): Slice {
  return slices.reduce((sum, slice) => ({ n: sum.n + slice.n, hits: sum.hits + slice.hits }), {
    n: 0,
    hits: 0,
  });
}

/** Beyond so many standard errors two shares are not of the same service. */
export const farApart = 3.3;

/** By how many standard errors the first share is above the second, where `bursts` hits are worth one. */
export function standardErrorsApart(one: Slice, other: Slice, bursts = 1): number {
  if (one.n === 0 || other.n === 0) return 0;
  const share = (one.hits + other.hits) / (one.n + other.n);
  const independent = share * (1 - share) * (1 / one.n + 1 / other.n);
  return independent > 0 ? (one.hits / one.n - other.hits / other.n) / Math.sqrt(independent * bursts) : 0;
}

function mergeSlices(slices: readonly Slice[], batches: number): Slice[] {
  return Array.from({ length: batches }, (_, batch) => {
    const first = Math.ceil((batch * slices.length) / batches);
    const end = Math.ceil(((batch + 1) * slices.length) / batches);
    return total(slices.slice(first, end));
  });
}
