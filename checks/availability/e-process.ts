/** Trials and how many of them were bad; fractional where they are effective ones. */
export interface Count {
  readonly n: number;
  readonly bad: number;
}

/** Share of bad trials under the alternatives, as multiples of the allowed share, with their weights. */
const betterBy: readonly (readonly [multiple: number, weight: number])[] = [
  [0, 0.5],
  [1 / 16, 0.1],
  [1 / 8, 0.1],
  [1 / 4, 0.1],
  [1 / 2, 0.1],
  [3 / 4, 0.1],
];
const stakes = Array.from({ length: 12 }, (_, index) => 2 ** -(index + 1));

/**
 * Evidence, as a natural logarithm, that fewer than the share `allowed` are bad.
 *
 * A mixture of likelihood ratios, the sequential probability ratio test of Wald in the form of Robbins' mixtures: as long
 * as the true share is at least `allowed` it is a supermartingale that starts at 1, so by Ville's inequality the chance
 * that it ever reaches 1/alpha, however often one looks, is at most alpha. It takes independent trials.
 */
export function evidenceOfFewer({ n, bad }: Count, allowed: number): number {
  const terms = betterBy.map(([multiple, weight]) => {
    const fewer = bad === 0 ? 0 : multiple === 0 ? Number.NEGATIVE_INFINITY : bad * Math.log(multiple);
    const others = (n - bad) * (Math.log1p(-multiple * allowed) - Math.log1p(-allowed));
    return Math.log(weight) + fewer + others;
  });
  return logSum(terms);
}

/**
 * Evidence, as a natural logarithm, that more than the share `allowed` are bad, from the share of each run.
 *
 * A mixture of bets on the mean of bounded observations (Waudby-Smith and Ramdas, "Estimating means of bounded random
 * variables by betting", 2024): a run is one observation, so it holds however failures cluster within a run, and at
 * every look. The worst run is left out, which only weakens the evidence: one accident refutes nothing.
 */
export function evidenceOfMore(shares: readonly number[], allowed: number): number {
  const worst = shares.indexOf(Math.max(...shares));
  const others = shares.filter((_, index) => index !== worst);
  const terms = stakes.map((stake) =>
    others.reduce((sum, share) => sum + Math.log1p(stake * (share / allowed - 1)), -Math.log(stakes.length)),
  );
  return logSum(terms);
}

function logSum(logs: readonly number[]): number {
  const largest = Math.max(...logs);
  if (!Number.isFinite(largest)) return largest;
  return largest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - largest), 0));
}
