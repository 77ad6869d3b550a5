import type { Trials } from '../../../checks/availability/figure.ts';
import { batchMeansEffect, sumOf } from '../../../checks/statistics/samples.ts';
import type { LedgerLine } from '../../../dist/ledger-types.ts';

export interface RunTrials extends Trials {
  readonly isDown: boolean;
}

/** What the runs of a ledger together show about one meaning of the figure. */
interface LedgerFigure {
  readonly verdict: 'shown' | 'refuted' | 'open';
  /** Observed share of good trials; null without trials. */
  readonly observed: number | null;
  /** How many trials count as one independent trial. */
  readonly designEffect: number;
  /** Further good trials that would show it; 0: enough, null: no number would do. */
  readonly missing: number | null;
  /** How many more runs of the usual length, without a bad trial, would show it; null: no number would do, or there are no trials. */
  readonly furtherRuns: number | null;
}

/** Chance of a wrong verdict on each side, over all looks at a growing ledger: one percent in all. */
const sideAlpha = 0.005;
/** With fewer runs it is not known how runs differ. */
const fewestRuns = 3;
const betterBy = 10;
const stakes = [1 / 2, 1 / 8, 1 / 32, 1 / 128];
/** Consecutive runs that were down count as one accident, up to this share of all runs. */
const accidentShare = 1 / 30;

/**
 * The runs that are evidence. A run that was down counts as one of the usual size of those that `reached` the target, in
 * which everything failed; if none ever did, it is not evidence.
 */
export function runTrials(
  lines: readonly LedgerLine[],
  reached: readonly LedgerLine[],
  trialsOf: (line: LedgerLine) => Trials,
): RunTrials[] {
  const usual = sumOf(reached, (line) => trialsOf(line).n) / reached.length;
  const down = { n: usual, leastBad: usual, mostBad: usual, effect: Math.max(1, usual), isDown: true };
  return lines
    .filter(({ standing }) => standing === 'counts' || (standing === 'down' && reached.length > 0))
    .map((line) => (line.standing === 'down' ? down : { ...trialsOf(line), isDown: false }));
}

/**
 * Judges runs in the order of their start. `leastEffect` is the design effect known beforehand. Where both sides are shown, the
 * runs differ too much for one figure, and it stays open.
 */
export function ledgerFigure(
  runs: readonly RunTrials[],
  { target, leastEffect }: { readonly target: number; readonly leastEffect: number },
): LedgerFigure {
  const allowed = 1 - target;
  const [n, bad] = [sumOf(runs, (run) => run.n), sumOf(runs, ({ mostBad }) => mostBad)];
  const slices = runs.map((run) => ({ n: run.n, hits: run.mostBad }));
  const burstBetween = batchMeansEffect(slices, runs.length);
  const designEffect = Math.max(1, leastEffect, burstWithin(runs), burstBetween);
  const wanted = goodTrialsWanted(bad / designEffect, allowed) * designEffect;
  const missing = Math.ceil(Math.max(0, wanted - (n - bad)));
  const isPossible = Number.isFinite(missing);
  const usual = n / runs.length;
  const isShown = missing === 0 && runs.length >= fewestRuns;
  const isRefuted = showsMore(sharesOf(runs), allowed);
  return {
    verdict: isShown === isRefuted ? 'open' : isShown ? 'shown' : 'refuted',
    observed: n > 0 ? 1 - bad / n : null,
    designEffect,
    missing: isPossible ? missing : null,
    furtherRuns: isPossible && n > 0 ? Math.max(Math.ceil(missing / usual), fewestRuns - runs.length) : null,
  };
}

/** Mean size of the burst in which a bad trial lies, as far as the runs show it; 1 where nothing was bad. */
export function burstWithin(runs: readonly Trials[]): number {
  const bad = sumOf(runs, ({ mostBad }) => mostBad);
  return bad === 0 ? 1 : sumOf(runs, ({ mostBad, effect }) => mostBad * effect) / bad;
}

/**
 * Good trials needed, beside this many bad ones, to show that the bad share is below the allowed one: Wald's sequential
 * probability ratio test against a tenth of it. For independent trials the ratio is a supermartingale while the true
 * share is at least the allowed one, so the chance that any look finds it at 1/alpha is at most alpha (Ville).
 */
function goodTrialsWanted(bad: number, allowed: number): number {
  const each = Math.log1p(-allowed / betterBy) - Math.log1p(-allowed);
  return (bad * Math.log(betterBy) - Math.log(sideAlpha)) / each;
}

/**
 * Whether more than the share `allowed` are bad: bets on the mean of bounded observations (Waudby-Smith and Ramdas,
 * "Estimating means of bounded random variables by betting", 2024). A run is one observation, so it holds however
 * failures cluster within a run, and at every look. The worst run is left out: one accident refutes nothing. Where
 * none is allowed, one bad trial refutes it without any statistics.
 */
function showsMore(shares: readonly number[], allowed: number): boolean {
  if (allowed === 0) return shares.some((share) => share > 0);
  const others = shares.toSorted((a, b) => a - b).slice(0, -1);
  const gains = stakes.map((stake) =>
    others.reduce((capital, share) => capital * (1 + stake * (share / allowed - 1)), 1),
  );
  return gains.reduce((sum, gain) => sum + gain) / stakes.length >= 1 / sideAlpha;
}

/** One share for each accident: an outage or a lost route over several runs is one. */
function sharesOf(runs: readonly RunTrials[]): number[] {
  const longestRow = Math.max(1, Math.floor(runs.length * accidentShare));
  let row = 0;
  return runs.flatMap(({ n, leastBad, isDown }) => {
    row = isDown ? row + 1 : 0;
    const isCounted = n > 0 && (!isDown || row % longestRow === 1 % longestRow);
    return isCounted ? [leastBad / n] : [];
  });
}
