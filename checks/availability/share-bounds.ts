import { type Count, evidenceOfFewer, evidenceOfMore } from './e-process.ts';

/** Chance of a wrong verdict on either side, over all looks at a growing ledger: one percent together. */
const sideAlpha = 0.005;
const wanted = -Math.log(sideAlpha);
const leastShare = 1e-9;
const steps = 60;

export function showsFewer(count: Count, allowed: number): boolean {
  return evidenceOfFewer(count, allowed) >= wanted;
}

/** Where none is allowed, one refutes it without any statistics. */
export function showsMore(shares: readonly number[], allowed: number): boolean {
  if (allowed === 0) return shares.some((share) => share > 0);
  return shares.length > 1 && evidenceOfMore(shares, allowed) >= wanted;
}

/** The share of bad trials lies below this: true at every look together with the chance `sideAlpha` of an error. */
export function mostBadShare(count: Count): number {
  if (!(count.n > 0)) return 1;
  return boundary(count.bad / count.n, 1, (share) => showsFewer(count, share));
}

/** The same from the other side: the share of bad trials lies above this. */
export function leastBadShare(shares: readonly number[]): number {
  if (!showsMore(shares, leastShare)) return 0;
  return boundary(leastShare, 1, (share) => !showsMore(shares, share));
}

/** Trials without a bad one that are still wanted; Infinity where even very many would not do. */
export function cleanTrialsWanted({ n, bad }: Count, allowed: number): number {
  const done = (more: number) => showsFewer({ n: n + more, bad }, allowed);
  if (done(0)) return 0;
  let high = 1;
  while (!done(high)) {
    high *= 2;
    if (high > 1e12) return Number.POSITIVE_INFINITY;
  }
  return boundary(high / 2, high, done);
}

/** Where a condition that is false at `low` and true at `high` becomes true. */
function boundary(low: number, high: number, holds: (value: number) => boolean): number {
  let [below, above] = [low, high];
  for (let step = 0; step < steps; step += 1) {
    const middle = (below + above) / 2;
    if (holds(middle)) above = middle;
    else below = middle;
  }
  return above;
}
