import { batchMeansEffect } from '../statistics/design-effect.ts';
import {
  allowedShareOf,
  cleanTrialsWanted,
  leastBadShare,
  mostBadShare,
  showsFewer,
  showsMore,
} from './share-bounds.ts';

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

const mostFurtherRuns = 1e6;

/**
 * `accidents` are the runs with those put together that one accident made bad. The lower bound rests on trials, with
 * what clusters within and between runs taken off their number; the upper bound on accidents alone, whole runs.
 */
export function ledgerFigure(
  runs: readonly RunTrials[],
  accidents: readonly RunTrials[],
  target: number,
): LedgerFigure {
  const allowed = allowedShareOf(target);
  const n = total(runs, (run) => run.n);
  const bad = total(runs, ({ mostBad }) => mostBad);
  const designEffect = effectOf(runs);
  const effective = { n: n / designEffect, bad: bad / designEffect };
  const shares = accidents.filter((run) => run.n > 0).map((run) => run.leastBad / run.n);
  const shown = showsFewer(effective, allowed);
  const refuted = showsMore(shares, allowed);
  const verdict = shown === refuted ? 'undecided' : shown ? 'shown' : 'refuted';
  return {
    verdict,
    observed: n > 0 ? 1 - bad / n : null,
    atLeast: 1 - mostBadShare(effective),
    atMost: 1 - leastBadShare(shares),
    designEffect,
    burst: verdict === 'shown' ? designEffect * spareFactor(effective, allowed) : null,
    furtherRuns: verdict === 'undecided' ? furtherRuns(runs, effective, designEffect, allowed) : null,
  };
}

/**
 * Failures that cluster are worth less than their number: the larger of what lies within runs, weighted by failures, and
 * of the variance between runs over what independent trials would show.
 */
function effectOf(runs: readonly RunTrials[]): number {
  const within =
    total(runs, ({ mostBad, effect }) => mostBad * effect) / total(runs, ({ mostBad }) => mostBad);
  const between = batchMeansEffect(
    runs.map(({ n, mostBad }) => ({ n, hits: mostBad })),
    runs.length,
  );
  return Math.max(1, within || 1, between);
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
  return wanted <= mostFurtherRuns ? Math.max(1, wanted) : null;
}

function total(runs: readonly RunTrials[], of: (run: RunTrials) => number): number {
  return runs.reduce((sum, run) => sum + of(run), 0);
}
