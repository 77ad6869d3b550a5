import type { LedgerLine } from '../../schemas/ledger.ts';
import type { RunTrials } from './ledger-figure.ts';

/** One run as evidence. A run that was down stands for one of the usual size in which everything failed. */
export interface LedgerRun {
  readonly startMs: number;
  readonly isDown: boolean;
  readonly calls: RunTrials;
  readonly seconds: RunTrials;
  readonly episodes: number;
}

/** A row of runs that were down is one accident, up to this share of all runs. */
const accidentShare = 1 / 30;

/**
 * The runs that are evidence, in the order of their start. `ofTarget` tells how large a run of this target usually is:
 * where none ever reached it nothing is known of the address, and runs that found nobody there are no evidence.
 */
export function ledgerRuns(lines: readonly LedgerLine[], ofTarget: readonly LedgerLine[]): LedgerRun[] {
  const reached = ofTarget.filter(({ standing }) => standing === 'counts');
  const usualCalls = mean(reached.map(({ calls }) => calls.n));
  const usualSeconds = mean(reached.map(({ time }) => time.seconds));
  return lines
    .filter(({ standing }) => standing === 'counts' || (standing === 'down' && reached.length > 0))
    .map((line) => (line.standing === 'down' ? downRun(line, usualCalls, usualSeconds) : countedRun(line)))
    .toSorted((a, b) => a.startMs - b.startMs);
}

function countedRun({ startedAt, calls, time }: LedgerLine): LedgerRun {
  return {
    startMs: Date.parse(startedAt),
    isDown: false,
    calls: { n: calls.n, leastBad: calls.failures, mostBad: calls.failures, effect: calls.designEffect },
    seconds: {
      n: time.seconds,
      leastBad: time.leastBadSeconds,
      mostBad: time.mostBadSeconds,
      effect: Math.max(1, time.meanEpisodeSeconds),
    },
    episodes: time.episodes,
  };
}

function downRun({ startedAt }: LedgerLine, calls: number, seconds: number): LedgerRun {
  const allBad = (n: number): RunTrials => ({ n, leastBad: n, mostBad: n, effect: Math.max(1, n) });
  return {
    startMs: Date.parse(startedAt),
    isDown: true,
    calls: allBad(calls),
    seconds: allBad(seconds),
    episodes: 1,
  };
}

/** The runs with rows of down ones put together: an outage over several runs, or a lost way to the service, is one. */
export function accidentsOf(runs: readonly LedgerRun[]): LedgerRun[] {
  const longestRow = Math.max(1, Math.floor(runs.length * accidentShare));
  let row = 0;
  return runs.filter(({ isDown }) => {
    row = isDown ? row + 1 : 0;
    return !isDown || row % longestRow === 1 % longestRow;
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
