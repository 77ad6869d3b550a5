import type { BurnRate } from '../../checks/availability/burn-rates.ts';
import { chosenShare, count, counted, duration, share, utcTime } from '../format.ts';
import type { BuildSum, ExceptionalRun, LedgerModel } from './model.ts';
import { buildText, verdictWords } from './wording.ts';

/** One sentence: what was summed up. */
export function headline({ sum }: LedgerModel): string {
  if (sum === null) return 'The ledger holds no run.';
  const time = sum.runs === 0 ? '' : `, ${duration(sum.seconds * 1000)} measured`;
  return `${counted(sum.runs, 'run')} of ${buildText(sum.build)} at ${sum.target}${time}${leftOutText(sum)}`;
}

/** What the exit status rests on. */
export function judgement({ declared, figures }: LedgerModel): string {
  const judged = figures.find(({ isJudged }) => isJudged);
  if (declared === null) return 'Nothing is judged: no contract says what 99.99 percent means.';
  if (judged === undefined) return 'Nothing can be judged yet.';
  return `Judged, as the contract says: ${judged.title}: ${verdictWords[judged.verdict]}.`;
}

export function outageLines({ outages }: LedgerModel): string[] {
  return outages.map(({ outageSeconds, mostShare }) => {
    const length = roundTime(outageSeconds * 1000);
    if (mostShare >= 0.5) return `outages of ${length}: too little time to say anything`;
    return `outages of ${length} take at most ${share(mostShare, 'upper')} of the time (99 %, at every look)`;
  });
}

export function burnLines({ burnRates, target }: LedgerModel): string[] {
  const budget = chosenShare(Number((1 - target).toFixed(9)));
  return burnRates.map((rate) => {
    const over = `${roundTime(rate.longMs)} and ${roundTime(rate.shortMs)}`;
    return `${rate.factor} × of ${budget} over ${over}: ${burnText(rate)}`;
  });
}

function burnText({ state, longShare, shortShare }: BurnRate): string {
  if (longShare === null || shortShare === null) return state;
  return `${state} (${share(longShare)} and ${share(shortShare)} failed)`;
}

/** Of a time that somebody chose: "30 s", "6 h". */
function roundTime(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${seconds / 60} min`;
  return seconds < 259_200 ? `${seconds / 3600} h` : `${seconds / 86_400} d`;
}

export function exceptionLine({ run, startedAt, standing, reason }: ExceptionalRun): string {
  const words = standing === 'down' ? 'down' : 'not counted';
  return `${utcTime(startedAt)} ${run}: ${words}: ${reason}`;
}

export function otherLine(sum: BuildSum): string {
  const figures = `${counted(sum.runs, 'run')}, ${count(sum.failures)} of ${counted(sum.calls, 'call')} failed`;
  const down = sum.down === 0 ? '' : `, down in ${count(sum.down)}`;
  const last = `last ${utcTime(sum.lastStartedAt)}`;
  return `${buildText(sum.build)} at ${sum.target}: ${figures}${down}${leftOutText(sum)}, ${last}`;
}

function leftOutText({ leftOut }: BuildSum): string {
  return leftOut === 0 ? '' : `, ${count(leftOut)} not counted`;
}
