import { notMeasured } from '../../../checks/availability/figure.ts';
import { counted, countText, duration, roughPercentText, utcTime } from '../../../checks/wording.ts';
import type { LedgerLine } from '../../../dist/ledger-types.ts';
import { visible } from '../../escape.ts';
import { plainMarkdown } from '../../formats/markdown.ts';
import type { LedgerModel } from './ledger-sum.ts';

const mostListed = 10;

/** What the ledger shows, for a terminal. The judgement comes last, where the eye is. */
export function renderLedger(model: LedgerModel): string {
  return `${linesOf(model).map(visible).join('\n')}\n`;
}

/** What the ledger shows, for the summary of a CI job. */
export function renderLedgerMarkdown(model: LedgerModel): string {
  const items = linesOf(model).map((line) => `- ${plainMarkdown(line)}`);
  return `## Availability over all runs\n\n${items.join('\n')}\n`;
}

function linesOf(model: LedgerModel): string[] {
  const { sum, target, figures, exceptions, others } = model;
  const hidden = exceptions.length - mostListed;
  return [
    headline(sum),
    ...figures.map((figure) => figureText(figure, sum, roughPercentText(target))),
    ...exceptions.slice(0, mostListed).map(exceptionText),
    ...(hidden > 0 ? [`and ${countText(hidden)} more runs that were down or not counted`] : []),
    ...(others > 0
      ? [`Not in this sum: ${counted(others, 'run')} of other builds or targets (--build, --target).`]
      : []),
    judgement(model),
  ];
}

function headline({ build, target, runs, down, seconds }: LedgerModel['sum']): string {
  const name = build === null ? 'the unnamed build' : `build ${build}`;
  if (runs === 0) return `No run of ${name} at ${target} counts so far.`;
  const lost = down === 0 ? '' : `, ${countText(down)} of them down`;
  return `${counted(runs, 'run')} of ${name} at ${target}, ${duration(seconds * 1000)} measured${lost}.`;
}

const sure = ' with 99.5 % confidence, even if checked after every run';
const titles = { requests: 'Calls that succeed', seconds: 'Seconds without a failed call' };

function figureText(figure: LedgerModel['figures'][number], sum: LedgerModel['sum'], aim: string): string {
  const { meaning, verdict, observed } = figure;
  const title = `${titles[meaning]}: ${verdict}`;
  if (observed === null) return `${title}. No run counted so far.`;
  const seen = meaning === 'requests' ? failedText(sum) : badText(sum);
  return `${title}. ${seen}; ${resultText(figure, sum, aim)}`;
}

function failedText({ failures, calls, neverMade }: LedgerModel['sum']): string {
  const failed = `${countText(failures)} of ${counted(calls, 'call')} failed`;
  const more = `, and ${countText(neverMade)} more may have, which were turned away or not made`;
  return neverMade === 0 ? failed : failed + more;
}

function badText({ leastBadSeconds, mostBadSeconds, seconds }: LedgerModel['sum']): string {
  const [least, most] = [leastBadSeconds, mostBadSeconds].map((bad) => Number(bad.toFixed(1)));
  return `${least === most ? most : `${least} to ${most}`} of ${countText(seconds)} s bad`;
}

/** What the figure shows, or what is missing. With too few runs, `missing` is 0 and only further runs help. */
function resultText(figure: LedgerModel['figures'][number], sum: LedgerModel['sum'], aim: string): string {
  const { verdict, missing, furtherRuns, designEffect, meaning } = figure;
  if (verdict === 'refuted') return `${aim} is refuted${sure}.`;
  const together = Math.round(designEffect);
  const unit = meaning === 'requests' ? 'call' : 'second';
  const clusters =
    together > 1 ? ` (failures come in outages, so ${counted(together, unit)} prove no more than one)` : '';
  if (verdict === 'shown') return `${aim} is shown${sure}${clusters}.`;
  if (missing === null || furtherRuns === null) return `no number of runs can show ${aim}.`;
  const runs = counted(furtherRuns, 'run');
  if (missing === 0 && furtherRuns > 0) return `at least ${runs} more will show how much runs differ.`;
  if (missing === 0) return `the runs contradict each other about ${aim}.`;
  const perSecond = meaning === 'requests' ? sum.calls / sum.seconds : 1;
  const time = sum.seconds > 0 ? `, ${duration((missing / perSecond) * 1000)} of load` : '';
  const more = `${counted(missing, `more ${unit}`)} without a failure`;
  return `${more} would show ${aim}: ${runs} like these${time}${clusters}.`;
}

function exceptionText({ startedAt, run, standing, reason }: LedgerLine): string {
  return `${utcTime(startedAt)} ${run}: ${standing === 'down' ? 'down' : 'not counted'}: ${reason}`;
}

/** What the exit status says, in words. */
function judgement({ declared, figures }: LedgerModel): string {
  if (declared === null) return 'Nothing is judged: no contract says what 99.99 percent means.';
  if (declared === 'synchronisation') return notMeasured;
  const judged = figures.find(({ meaning }) => meaning === declared);
  return `Judged, as the contract says: ${titles[declared]}: ${judged?.verdict}.`;
}
