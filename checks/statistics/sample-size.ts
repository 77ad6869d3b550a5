import { lowerBound, upperBound } from './clopper-pearson.ts';

const mostSamples = 1e9;

/**
 * The most hits in n samples that still show a share of at most p0 where nothing is known of how hits cluster: as if
 * all of them had come in one burst, so that x hits in n are worth 1 in n/x. −1 where even none pass.
 */
export function allowedSlowAnyClustering(n: number, p0: number, alpha: number): number {
  if (upperBound(0, n, alpha) > p0) return -1;
  const worthOneHit = smallestSample((samples) => upperBound(1, samples, alpha) <= p0);
  return Math.floor(n / worthOneHit);
}

/** Samples, none of them a hit, that show a share of at most p0; Infinity where no hit is allowed at all. */
export function cleanSamples(p0: number, alpha: number): number {
  return Math.log(alpha) / Math.log1p(-p0);
}

/** Independent samples that show a share of at most p0 when `observed` is what they show; Infinity at or above p0. */
export function samplesToPass(p0: number, alpha: number, observed: number): number {
  if (observed >= p0) return Number.POSITIVE_INFINITY;
  return Math.ceil(smallestSample((n) => upperBound(observed * n, n, alpha) <= p0));
}

/** Independent samples that show a share above p0 when `observed` is what they show; Infinity at or below p0. */
export function samplesToFail(p0: (n: number) => number, alpha: number, observed: number): number {
  if (observed <= p0(Number.POSITIVE_INFINITY)) return Number.POSITIVE_INFINITY;
  return Math.ceil(smallestSample((n) => lowerBound(observed * n, n, alpha) > p0(n)));
}

/** Smallest n > 1, to six digits, for which a condition that only gains by more samples holds. */
function smallestSample(holds: (n: number) => boolean): number {
  let low = 1;
  let high = 2;
  while (!holds(high)) {
    if (high > mostSamples) return Number.POSITIVE_INFINITY;
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
 * The longest stall that a window speaks of, milliseconds: stalls of this length that made up a share p0 of the time
 * would have left no trace with probability alpha. Shorter ones would be more frequent and show sooner; longer ones,
 * being rarer, may not show.
 */
export function stallResolutionMs(p0: number, durationMs: number, alpha: number): number {
  return (p0 * durationMs) / Math.log(1 / alpha);
}

/** The window that gives a stall resolution of `stallMs`. */
export function windowForStallMs(p0: number, stallMs: number, alpha: number): number {
  return p0 === 0 ? Number.POSITIVE_INFINITY : (stallMs * Math.log(1 / alpha)) / p0;
}
