import { betaTails } from './incomplete-beta.ts';

const widestLogit = 700;

/** The point below which a Beta(a, b) variable falls with the given probability. */
export function betaLowerQuantile(probability: number, a: number, b: number): number {
  return solve(a, b, (tails) => tails.logLower - Math.log(probability), 1);
}

/** The point above which a Beta(a, b) variable falls with the given probability. */
export function betaUpperQuantile(probability: number, a: number, b: number): number {
  return solve(a, b, (tails) => tails.logUpper - Math.log(probability), -1);
}

/**
 * Newton's method on the logarithm of a tail over the logit of x, kept inside a shrinking bracket.
 * `direction` is 1 where the tail grows with x.
 */
function solve(
  a: number,
  b: number,
  excess: (tails: ReturnType<typeof betaTails>) => number,
  direction: 1 | -1,
): number {
  let low = -widestLogit;
  let high = widestLogit;
  let logit = Math.log(a / b);
  for (let step = 0; step < 200; step += 1) {
    const tails = betaTails(logistic(logit), logistic(-logit), a, b);
    const difference = excess(tails) * direction;
    if (difference > 0) high = logit;
    else low = logit;
    const logTail = direction === 1 ? tails.logLower : tails.logUpper;
    const newton = logit - difference / Math.exp(tails.logDensity - logTail);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const moved = Math.abs(next - logit);
    logit = next;
    if (moved <= 4e-16 * Math.max(1, Math.abs(logit))) break;
  }
  return logistic(logit);
}

function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
