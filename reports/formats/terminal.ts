import { cut } from '../../checks/json-body.ts';
import { countText } from '../../checks/wording.ts';
import { visible, withoutColours, withoutCommands } from '../escape.ts';
import { inShell } from '../evidence.ts';
import { advisoryWords, countsText, type Label, labels, looks, type State } from '../outcome.ts';
import type { Report } from '../report.ts';
import { shortReport } from './short-report.ts';

type Short = ReturnType<typeof shortReport>;
/** A text on one line, cut to so many rows of the terminal. */
type Line = (text: string, rows?: number, indent?: number) => string;

const mostLines = 15;
const usualColumns = 100;
/** A command that takes more is left to the report. */
const mostRowsOfCurl = 4;

/**
 * What a person at a terminal wants to know: the verdict first; at last what was in the way, what to do, and that the report is
 * in `folder`. Lines are cut to `columns`, but for what is to be copied; Infinity: nobody reads them at a terminal.
 */
export function renderTerminal(
  report: Report,
  options: { readonly colour: boolean; readonly folder: string; readonly columns?: number },
): string {
  const { colour, folder, columns = colour ? usualColumns : Infinity } = options;
  const text = `${summary(shortReport(report), folder, columns).join('\n')}\n`;
  return withoutCommands(colour ? text : withoutColours(text));
}

function paint(tone: Label['tone'], text: string): string {
  return `\u001b[${looks[tone].colourCode}m${text}\u001b[0m`;
}

function signOf(state: State): string {
  const { tone } = labels[state];
  return paint(tone, looks[tone].sign);
}

function summary(short: Short, folder: string, columns: number): string[] {
  const { report, outcome, tone, word, first, broken, notes, others } = short;
  const { run, reason } = report;
  const isOpen = outcome === 'inconclusive' || outcome === 'none';
  const counts = outcome === 'none' ? '' : countsText(report);
  // Control characters of the service are made visible before any of ours are put around them.
  const line: Line = (text, rows = 1, indent = 10) =>
    cut(visible(text.replace(/\s+/g, ' ')), rows * columns - indent);
  const head = [
    '',
    ...(run.advisory === true ? [paint('unclear', advisoryWords)] : []),
    `${paint(tone, `${looks[tone].sign} ${word}`)}  ${line(isOpen ? counts : reason, 2)}`.trimEnd(),
  ];
  const figures = figureLines(short, line);
  const curl = visible(broken?.curl ?? '');
  const isShown = curl.length <= mostRowsOfCurl * columns;
  const end = [
    ...labelled('why', isOpen ? line(reason, 2) : ''),
    ...(curl !== '' && isShown ? labelled('curl', curl) : remedyLines(first, folder, line)),
    ...labelled('report', `${visible(folder)}/report.html`),
    ...labelled('again', visible(run.reproduce)),
  ];
  const details = [
    ...(broken ? brokenLines(broken).map((text) => `  ${line(text, 2)}`) : []),
    ...notes.map((note) => `  ${paint('plain', line(note))}`),
    ...others.map(({ verdict, headline }) => `  ${signOf(verdict)} ${line(headline)}`),
  ];
  const room = mostLines - head.length - figures.length - end.length;
  return [...head, ...details.slice(0, Math.max(0, room)), ...figures, ...end];
}

function figureLines({ report, endpoints }: Short, line: Line): string[] {
  const { comparison } = report;
  return [
    ...(endpoints.length > 0 ? [''] : []),
    ...endpoints.map(
      ({ endpoint, verdict, words }) => `  ${signOf(verdict)} ${endpoint.padEnd(28)}${line(words, 1, 32)}`,
    ),
    ...(comparison ? [`  ${line(`compared with ${comparison.counterpart}, called in turns`)}`] : []),
    ...errorsText(report).map((text) => `  ${line(text, 2)}`),
    '',
  ];
}

/** What the first broken rule rests on, and how it was broken. */
function brokenLines({ check, quoted, source, cause, more, again }: NonNullable<Short['broken']>): string[] {
  return [
    `${check} (${source})${quoted === '' ? '' : `: “${quoted}”`}`,
    cause ? `expected ${cause.expected}, got ${cause.actual}${again}` : more,
  ].filter((text) => text !== '');
}

/** What to do, and the command that drafts what can be declared. */
function remedyLines(first: Short['first'], folder: string, line: Line): string[] {
  const { remedy = '', advice = '' } = first ?? {};
  const command = `npx encryption-backup-harness contract init --from ${inShell(visible(folder))}`;
  return [...labelled('do', line(remedy, 2)), ...labelled('draft', advice === remedy ? '' : command)];
}

/** No line for an empty text. */
function labelled(label: string, text: string): string[] {
  return text === '' ? [] : [`${paint('plain', label.padEnd(8))}${text}`];
}

/** How calls of a changing load ended without success: its figures are of times and rates alone. No line for any other load. */
function errorsText({ endpoints, errors }: Report): string[] {
  if (errors.length === 0 || endpoints.every(({ capacity }) => capacity === undefined)) return [];
  const shown = errors.slice(0, 5);
  const words = shown.map(({ count, cause, endpoint }) => `${countText(count)} × ${cause} (${endpoint})`);
  return [`without success: ${words.join(', ')}`];
}
