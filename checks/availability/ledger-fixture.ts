import type { RunTrials } from './ledger-figure.ts';

/** A run of independent trials. */
export function runTrials(n: number, bad: number, effect = 1): RunTrials {
  return { n, leastBad: bad, mostBad: bad, effect };
}

export function times<T>(count: number, one: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => one(index));
}

/** Trials of one run after another, whose bad ones come in bursts of equal size at places of their own. */
export function burstyRuns(
  runs: number,
  n: number,
  { share, burst }: { share: number; burst: number },
  random: () => number,
): RunTrials[] {
  return times(runs, () => runTrials(n, burst * poisson((n * share) / burst, random), burst));
}

/** By Knuth's product of uniform draws; for small means. */
function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}
