import { betaQuantileLogit, logistic } from './distributions.ts';

/** Counts nearer to 0, or to n, are taken as 0, or as n. */
const leastCount = 1e-9;

/**
 * Exact (Clopper–Pearson) bounds on a share, from x hits in n. Both may be fractional: effective counts are.
 * `alpha` is the chance that the true share lies beyond the bound. Without samples nothing is known: 0 to 1.
 */
export function lowerBound(x: number, n: number, alpha: number): number {
  if (!(n > 0 && x > leastCount)) return 0;
  if (x >= n) return Math.exp(Math.log(alpha) / n);
  return logistic(betaQuantileLogit(alpha, x, n - x + 1));
}

export function upperBound(x: number, n: number, alpha: number): number {
  if (!(n > 0 && n - x > leastCount)) return 1;
  if (x <= 0) return -Math.expm1(Math.log(alpha) / n);
  return logistic(-betaQuantileLogit(alpha, n - x, x + 1));
}

/** Nothing found in n samples: the true share is below this, at the given confidence. */
export function detectionBound(n: number, confidence = 0.95): number {
  return upperBound(0, n, 1 - confidence);
}

export interface ShareInterval {
  readonly lower: number;
  readonly upper: number;
  /** Two-sided, e.g. 0.99. */
  readonly confidence: number;
}

export function shareInterval(x: number, n: number, confidence: number): ShareInterval {
  const alpha = (1 - confidence) / 2;
  return { lower: lowerBound(x, n, alpha), upper: upperBound(x, n, alpha), confidence };
}
