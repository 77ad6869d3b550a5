import type { Interval } from '../../dist/report-types.ts';

const widestLogit = 700;

/**
 * The quantile of Beta(a, b) as a logit, so that neither end loses digits. Newton's method on the logarithm of the lower tail,
 * within a shrinking bracket.
 */
function betaQuantileLogit(probability: number, a: number, b: number): number {
  let low = -widestLogit;
  let high = widestLogit;
  let logit = Math.log(a / b);
  for (let step = 0; step < 200; step += 1) {
    const { logLower, logDensity } = betaTail(logistic(logit), logistic(-logit), a, b);
    const excess = logLower - Math.log(probability);
    if (excess > 0) high = logit;
    else low = logit;
    const newton = logit - excess / Math.exp(logDensity - logLower);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const moved = Math.abs(next - logit);
    logit = next;
    if (moved <= 4e-16 * Math.max(1, Math.abs(logit))) break;
  }
  return logit;
}

function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** The t that a Student variable exceeds in absolute value with probability `alpha`. */
export function studentT(alpha: number, degreesOfFreedom: number): number {
  return Math.sqrt(degreesOfFreedom * Math.exp(-betaQuantileLogit(alpha, degreesOfFreedom / 2, 0.5)));
}

/** The lower tail of Beta(a, b) at x = 1 − y, as a natural logarithm, and ln of xᵃ(1−x)ᵇ/B(a, b), the density in terms of the logit of x. */
function betaTail(x: number, y: number, a: number, b: number) {
  const logDensity = a * Math.log(x) + b * Math.log(y) + logGamma(a + b) - logGamma(a) - logGamma(b);
  const lowerIsSmall = x * (a + b + 2) < a + 1;
  const small = logDensity + (lowerIsSmall ? logFraction(x, a, b) : logFraction(y, b, a));
  return { logLower: lowerIsSmall ? small : Math.log1p(-Math.min(1, Math.exp(small))), logDensity };
}

/** ln of the continued fraction of I_x(a, b) over its leading term xᵃ(1−x)ᵇ/B(a, b), by Lentz's method. */
function logFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 100_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return Math.log(fraction / a);
}

function nonZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

/** Lanczos's approximation with g = 7 and nine coefficients. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** ln Γ(z), for z > 0. */
function logGamma(z: number): number {
  const t = z + 6.5;
  const series = lanczos.reduce((sum, part, index) => sum + part / (index === 0 ? 1 : z - 1 + index), 0);
  return 0.5 * Math.log(2 * Math.PI) + (z - 0.5) * Math.log(t) - t + Math.log(series);
}

/** Counts closer than this to 0 or n are treated as 0 or n. */
const leastCount = 1e-9;

/**
 * Exact (Clopper–Pearson) bounds on a share, from x hits in n. Both may be fractional, as effective counts are. `alpha` is the
 * chance that the true share lies beyond the bound. Without samples the bounds are 0 and 1.
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

export function shareInterval(x: number, n: number, confidence: number): Interval {
  const alpha = (1 - confidence) / 2;
  return { lower: lowerBound(x, n, alpha), upper: upperBound(x, n, alpha), confidence };
}

/** An observed share and a one-sided bound. */
export interface BoundedShare {
  readonly seen: number;
  readonly bound: number;
}

export function known(share: number): BoundedShare {
  return { seen: share, bound: share };
}

/** The share of hits in n samples with its bound, if `effect` samples are worth one. */
export function boundedShare(
  bound: typeof lowerBound,
  hits: number,
  n: number,
  alpha: number,
  effect = 1,
): BoundedShare {
  return { seen: n === 0 ? 0 : hits / n, bound: bound(hits / effect, n / effect, alpha) };
}

/** The share of something that happens this many times as often. */
export function scaled({ seen, bound }: BoundedShare, times: number): BoundedShare {
  return { seen: Math.min(1, times * seen), bound: Math.min(1, times * bound) };
}

/**
 * Lower bound of a share minus others from independent samples. Margins are combined as independent errors (the square-and-add
 * method of Newcombe 1998). `of` has a lower bound, `less` have upper bounds.
 */
export function lowerDifference(of: BoundedShare, less: readonly BoundedShare[]): number {
  const seen = less.reduce((rest, share) => rest - share.seen, of.seen);
  return seen - margin([of, ...less]);
}

/** The sum of shares from independent samples, with its upper bound by the same method. A share to subtract is negative. */
export function upperSum(shares: readonly BoundedShare[]): BoundedShare {
  const seen = shares.reduce((sum, share) => sum + share.seen, 0);
  return { seen, bound: seen + margin(shares) };
}

function margin(shares: readonly BoundedShare[]): number {
  return Math.hypot(...shares.map(({ seen, bound }) => seen - bound));
}
