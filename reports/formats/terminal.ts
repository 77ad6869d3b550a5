import { cut } from '../../checks/json-body.ts';
import { visible, withoutColours, withoutCommands } from '../escape.ts';
import { inShell } from '../evidence.ts';
import { advisoryWords, countsText, type Label, labels, tones } from '../outcome.ts';
import { draftCommand } from '../reasons.ts';
import type { Report } from '../report.ts';
import { type ShortLine, shortReport } from './short-report.ts';

const mostLines = 15;
const usualColumns = 100;
/** A command that takes more rows is shown only in the report. */
const mostRowsOfCurl = 4;

/**
 * What a person at a terminal wants to know: the verdict first; last what kept it open, what to do, and where the report is (`folder`).
 * Lines are cut to `columns`, except those to be copied; Infinity: nobody reads them at a terminal.
 */
export function renderTerminal(
  report: Report,
  options: { readonly colour: boolean; readonly folder: string; readonly columns?: number },
): string {
  const { colour, folder, columns = colour ? usualColumns : Infinity } = options;
  const text = `${summary(report, folder, columns).join('\n')}\n`;
  return withoutCommands(colour ? text : withoutColours(text));
}

function paint(tone: Label['tone'], text: string): string {
  return `\u001b[${tones[tone].colourCode}m${text}\u001b[0m`;
}

function summary(report: Report, folder: string, columns: number): string[] {
  const { outcome, tone, word, remedy, advice, curl, details, figures } = shortReport(report);
  const { run, reason } = report;
  const isOpen = outcome === 'inconclusive' || outcome === 'none';
  const counts = outcome === 'none' ? '' : countsText(report);
  /**
   * Puts text on one line, cut to this many rows of the terminal. Control characters of the service become visible before ours are added.
   */
  const line = (text: string, rows = 2, indent = 10) =>
    cut(visible(text.replace(/\s+/g, ' ')), rows * columns - indent);
  const lineOf = ({ state, place = '', text }: ShortLine) => {
    if (state === undefined) return `  ${line(text)}`;
    const sign = paint(labels[state].tone, tones[labels[state].tone].sign);
    const start = place === '' ? '' : place.padEnd(28);
    return `  ${sign} ${start}${line(text, 1, 4 + start.length)}`;
  };
  const head = [
    '',
    ...(run.advisory === true ? [paint('unclear', advisoryWords)] : []),
    `${paint(tone, `${tones[tone].sign} ${word}`)}  ${line(isOpen ? counts : reason)}`.trimEnd(),
  ];
  const middle = [...(figures.length > 0 ? [''] : []), ...figures.map(lineOf), ''];
  const command = visible(curl);
  const isShown = command !== '' && command.length <= mostRowsOfCurl * columns;
  const draft = draftCommand(report, inShell(visible(folder)));
  const end = [
    ...labelled('why', isOpen ? line(reason) : ''),
    ...labelled('curl', isShown ? command : ''),
    ...labelled('do', isShown && !isOpen ? '' : line(remedy)),
    ...labelled('draft', (isShown && !isOpen) || advice === remedy ? '' : draft),
    ...labelled('report', `${visible(folder)}/report.html`),
    ...labelled('again', visible(run.reproduce)),
  ];
  const room = mostLines - head.length - middle.length - end.length;
  return [...head, ...details.slice(0, Math.max(0, room)).map(lineOf), ...middle, ...end];
}

/** No line for an empty text. */
function labelled(label: string, text: string): string[] {
  return text === '' ? [] : [`${paint('plain', label.padEnd(8))}${text}`];
}
