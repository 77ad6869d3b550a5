import { batchMeansEffect } from '../statistics/design-effect.ts';
import { cleanTrialsWanted, leastBadShare, mostBadShare, showsFewer, showsMore } from './share-bounds.ts';

/** Trials of one run (calls or seconds); bounds differ where the run does not tell how many were bad. */
export interface RunTrials {
  readonly n: number;
  readonly leastBad: number;
  readonly mostBad: number;
  /** How many bad trials of the run are worth one independent one. */
  readonly effect: number;
}

/** What the runs of a ledger show together of one meaning of the figure. */
export interface LedgerFigure {
  readonly verdict: 'shown' | 'refuted' | 'undecided';
  /** Share of good trials seen; null without trials. */
  readonly observed: number | null;
  /** The share of good trials lies between these, at every look. */
  readonly atLeast: number;
  readonly atMost: number;
  /** Trials that are worth one independent one. */
  readonly designEffect: number;
  /** Where it is shown: it is so for bad trials that come in bursts of at most so many. */
  readonly burst: number | null;
  /** Runs of the usual length without a bad trial that would show it; null where it is decided or out of sight. */
  readonly furtherRuns: number | null;
}

export interface LedgerAim {
  /** Share of good trials. */
  readonly target: number;
  /** Trials to be taken as one at least: what is known beforehand of how bad ones cluster. */
  readonly leastEffect: number;
}

const mostFurtherRuns = 1e6;
/** Fewer say nothing of how runs differ. */
const fewestRuns = 3;

/**
 * `accidents` are the runs with those put together that one accident made bad. The lower bound rests on trials, with
 * what clusters within and between runs taken off their number; the upper bound on accidents alone, whole runs.
 */
export function ledgerFigure(
  runs: readonly RunTrials[],
  accidents: readonly RunTrials[],
  aim: LedgerAim,
): LedgerFigure {
  const allowed = 1 - aim.target;
  const { effective, designEffect } = effectiveOf(runs, aim);
  const verdict = ledgerVerdict(runs, accidents, aim);
  return {
    verdict,
    observed: effective.n > 0 ? 1 - effective.bad / effective.n : null,
    atLeast: 1 - mostBadShare(effective),
    atMost: 1 - leastBadShare(sharesOf(accidents)),
    designEffect,
    burst: verdict === 'shown' ? designEffect * spareFactor(effective, allowed) : null,
    furtherRuns: verdict === 'undecided' ? furtherRuns(runs, effective, designEffect, allowed) : null,
  };
}

/** Where both sides have their evidence the runs differ too much for one figure. */
export function ledgerVerdict(
  runs: readonly RunTrials[],
  accidents: readonly RunTrials[],
  aim: LedgerAim,
): LedgerFigure['verdict'] {
  const allowed = 1 - aim.target;
  const shown = runs.length >= fewestRuns && showsFewer(effectiveOf(runs, aim).effective, allowed);
  const refuted = showsMore(sharesOf(accidents), allowed);
  if (shown === refuted) return 'undecided';
  return shown ? 'shown' : 'refuted';
}

/** Mean size of the burst in which a bad trial lies, as far as runs show it; 1 where nothing was bad. */
export function burstWithin(runs: readonly RunTrials[]): number {
  const bad = total(runs, ({ mostBad }) => mostBad);
  return bad === 0 ? 1 : total(runs, ({ mostBad, effect }) => mostBad * effect) / bad;
}

/**
 * Bad trials that cluster are worth less than their number: by the larger of their bursts within runs, and of the
 * variance between runs over what independent trials would show.
 */
function effectiveOf(runs: readonly RunTrials[], { leastEffect }: LedgerAim) {
  const slices = runs.map(({ n, mostBad }) => ({ n, hits: mostBad }));
  const between = batchMeansEffect(slices, runs.length);
  const designEffect = Math.max(1, leastEffect, burstWithin(runs), between);
  const n = total(runs, (run) => run.n);
  const bad = total(runs, ({ mostBad }) => mostBad);
  return { designEffect, effective: { n: n / designEffect, bad: bad / designEffect } };
}

function sharesOf(accidents: readonly RunTrials[]): number[] {
  return accidents.filter(({ n }) => n > 0).map(({ n, leastBad }) => leastBad / n);
}

/** By how much the trials could be worth less still and show the same. */
function spareFactor({ n, bad }: { n: number; bad: number }, allowed: number): number {
  let [low, high] = [1, n];
  for (let step = 0; step < 60; step += 1) {
    const middle = Math.sqrt(low * high);
    if (showsFewer({ n: n / middle, bad: bad / middle }, allowed)) low = middle;
    else high = middle;
  }
  return low;
}

function furtherRuns(
  runs: readonly RunTrials[],
  effective: { n: number; bad: number },
  designEffect: number,
  allowed: number,
): number | null {
  const usual = total(runs, ({ n }) => n) / runs.length;
  const wanted = Math.ceil((cleanTrialsWanted(effective, allowed) * designEffect) / usual);
  return wanted <= mostFurtherRuns ? Math.max(1, wanted, fewestRuns - runs.length) : null;
}

function total(runs: readonly RunTrials[], of: (run: RunTrials) => number): number {
  return runs.reduce((sum, run) => sum + of(run), 0);
}
