import type { LedgerFigure } from '../../checks/availability/ledger-figure.ts';
import type { LedgerRun } from '../../checks/availability/ledger-runs.ts';
import { chosenShare, count, counted, share } from '../format.ts';
import type { BuildSum } from './model.ts';

/** What the calls show, in a few sentences. */
export function callsText(figure: LedgerFigure, sum: BuildSum, target: number): string {
  if (sum.runs === 0) return 'No run counts yet.';
  const seen = `${count(sum.failures)} of ${counted(sum.calls, 'call')} failed${downText(sum)}`;
  return `${seen}. ${boundsText(figure, 'call')}; ${verdictText(figure, target, 'call')}`;
}

export function secondsText(
  figure: LedgerFigure,
  sum: BuildSum,
  runs: readonly LedgerRun[],
  target: number,
): string {
  if (sum.runs === 0) return 'No run counts yet.';
  if (sum.seconds === 0) return 'The runs do not tell when calls failed.';
  const least = runs.reduce((total, run) => total + (run.isDown ? 0 : run.seconds.leastBad), 0);
  const most = secondsOf(sum.mostBadSeconds);
  const bad = secondsOf(least) === most ? most : `${secondsOf(least)} to ${most}`;
  const seen = `${bad} of ${secondsOf(sum.seconds)} s bad, in ${counted(sum.episodes, 'episode')}${downText(sum)}`;
  return `${seen}. ${boundsText(figure, 'second')}; ${verdictText(figure, target, 'second')}`;
}

/** Tenths matter where there are few. */
function secondsOf(seconds: number): string {
  return seconds < 100 ? String(Number(seconds.toFixed(1))) : count(seconds);
}

function downText({ down }: BuildSum): string {
  return down === 0 ? '' : `, and ${counted(down, 'run')} found nobody there (taken as wholly bad)`;
}

function boundsText({ atLeast, atMost, designEffect }: LedgerFigure, unit: string): string {
  const above = atMost < 1 ? ` and at most ${share(atMost, 'upper')}` : '';
  const together = Math.round(designEffect);
  const clusters = together > 1 ? `, with ${counted(together, unit)} taken as one` : '';
  return `At least ${share(atLeast, 'lower')}${above} good (99 %, at every look${clusters})`;
}

function verdictText(
  { verdict, burst, furtherRuns, atLeast, atMost }: LedgerFigure,
  target: number,
  unit: string,
): string {
  const figure = chosenShare(target);
  if (verdict === 'refuted') return `${figure} refuted.`;
  if (verdict === 'shown') {
    const bursts = Math.floor(burst ?? 1);
    return bursts > 1
      ? `${figure} shown, for failures in bursts of up to ${counted(bursts, unit)}.`
      : `${figure} shown, for failures that come singly.`;
  }
  if (atMost < target && atLeast >= target) return `${figure} not decided: the runs contradict each other.`;
  if (atLeast >= target)
    return `${figure} not decided yet: fewer than three runs do not tell how runs differ.`;
  if (furtherRuns === null) return `${figure} not decided yet, and out of sight of clean runs.`;
  const runs = `${counted(furtherRuns, 'further run')} of this length without a failure`;
  return `${figure} not decided yet: about ${runs} would show it.`;
}

export const verdictWords = {
  shown: 'shown',
  refuted: 'refuted',
  undecided: 'not decided yet',
  'not measured': 'not measured',
} as const;

/** "build 1.4.2", or that it has no name. */
export function buildText(build: string | null): string {
  return build === null ? 'the build without a name' : `build ${build}`;
}
