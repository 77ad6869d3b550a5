import { stirlingRemainder } from './log-gamma.ts';

/** Both tails of a Beta(a, b) distribution at one point, each as a natural logarithm, and the density there. */
export interface BetaTails {
  readonly logLower: number;
  readonly logUpper: number;
  /** ln of xᵃ(1−x)ᵇ/B(a, b): the density in terms of the logit of x. */
  readonly logDensity: number;
}

/** The point is given as `x` and its complement `y` = 1 − x, so that neither end loses digits. */
export function betaTails(x: number, y: number, a: number, b: number): BetaTails {
  const logDensity = logitDensity(x, y, a, b);
  const lowerIsSmall = x * (a + b + 2) < a + 1;
  const small = lowerIsSmall ? logDensity + logFraction(x, a, b) : logDensity + logFraction(y, b, a);
  const large = Math.log1p(-Math.min(1, Math.exp(small)));
  return { logLower: lowerIsSmall ? small : large, logUpper: lowerIsSmall ? large : small, logDensity };
}

/** Written about the peak x = a/(a+b), where all large terms cancel before they are computed. */
function logitDensity(x: number, y: number, a: number, b: number): number {
  const n = a + b;
  const distance = a * relativeEntropy((x * n) / a) + b * relativeEntropy((y * n) / b);
  const scale = 0.5 * Math.log(((a / n) * b) / (2 * Math.PI));
  return stirlingRemainder(n) - stirlingRemainder(a) - stirlingRemainder(b) + scale - distance;
}

/** r − 1 − ln r, also close to r = 1. */
function relativeEntropy(r: number): number {
  const d = r - 1;
  if (Math.abs(d) > 0.1) return d - Math.log(r);
  let power = d * d;
  let sum = power / 2;
  for (let k = 3; k <= 18; k += 1) {
    power *= -d;
    sum += power / k;
  }
  return sum;
}

const tiny = 1e-300;

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
    const change = d * c;
    fraction *= change;
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return Math.log(fraction / a);
}

function nonZero(value: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}
