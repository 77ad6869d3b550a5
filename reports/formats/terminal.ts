import { groupedBy } from '../../checks/add-up.ts';
import { cut } from '../../checks/json-body.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { counted, countText, msText, notSentText, percentText } from '../../checks/wording.ts';
import { bounded, firstBlocks } from '../bounded.ts';
import { columnsOf, visible, withoutColours, withoutCommands } from '../escape.ts';
import { inShell } from '../evidence.ts';
import {
  advisoryWords,
  basisOf,
  findingsIn,
  furtherText,
  type Label,
  outcomeOf,
  requiredShare,
  resentText,
  runNotes,
  verdictLabels,
} from '../outcome.ts';
import { type Reason, reasonsOf } from '../reasons.ts';
import type { EndpointResult, Finding, Report } from '../report.ts';

/** The whole text takes no more rows, whatever the verdict. */
const mostRows = 15;
const usualColumns = 100;
/** Rows that a curl command must leave free: for what was expected, and for what came instead. */
const rowsForDetails = 2;

/**
 * What a person at a terminal wants to know: the verdict first; at last what was in the way, what to do, and that the report is
 * in `folder`. Lines are cut to `columns`; Infinity: they stay whole, because nobody reads them at a terminal.
 */
export function renderTerminal(
  report: Report,
  options: { readonly colour: boolean; readonly folder: string; readonly columns?: number },
): string {
  const { colour, folder, columns = colour ? usualColumns : Infinity } = options;
  const text = `${summary(bounded(report), folder, columns).join('\n')}\n`;
  return withoutCommands(colour ? text : withoutColours(text));
}

const signs = { good: '✓', bad: '✗', unclear: '?', plain: '–' } as const;
const codes = { good: '1;32', bad: '1;31', unclear: '1;33', plain: '2' } as const;

function paint(tone: Label['tone'], text: string): string {
  return `\u001b[${codes[tone]}m${text}\u001b[0m`;
}

function signOf(verdict: keyof typeof verdictLabels): string {
  const { tone } = verdictLabels[verdict];
  return paint(tone, signs[tone]);
}

/** One line of text, cut to so many rows. Control characters of the service are made visible before any of ours are put around them. */
function line(text: string, rows: number, columns: number, indent = 10): string {
  const flat = visible(text.replace(/\s+/g, ' '));
  if (columns === Infinity) return flat;
  const width = rows * columns - indent;
  return cut(flat, Math.floor((width * flat.length) / Math.max(1, columnsOf(flat))));
}

function rowsOf(lines: readonly string[], columns: number): number {
  return lines.reduce((rows, text) => rows + Math.max(1, Math.ceil(columnsOf(text) / columns)), 0);
}

function summary(report: Report, folder: string, columns: number): string[] {
  const { run, endpoints, comparison } = report;
  const outcome = outcomeOf(report);
  const isOpen = outcome === 'inconclusive' || outcome === 'none';
  const [first, ...others] = reasonsOf(report);
  const { tone, word } = verdictLabels[outcome];
  const head = [
    '',
    ...(run.advisory === true ? [paint('unclear', advisoryWords)] : []),
    `${paint(tone, `${signs[tone]} ${word}`)}  ${line(isOpen ? countsOf(report) : report.reason, 2, columns)}`.trimEnd(),
  ];
  const figures = [
    ...(endpoints.length > 0 ? [''] : []),
    ...endpoints.map((endpoint) => endpointLine(endpoint, report, columns)),
    ...(comparison === undefined
      ? []
      : [`  ${line(`compared with ${comparison.counterpart}, called in turns`, 1, columns)}`]),
    ...callsText(report).map((text) => `  ${line(text, 2, columns)}`),
    '',
  ];
  const why = isOpen ? labelled('why', line(report.reason, 2, columns)) : [];
  const place = labelled('report', `${visible(folder)}/report.html`);
  const room = mostRows - rowsOf([...head, ...figures, ...why, ...place], columns);
  const curls = isOpen ? [] : (first?.findings.flatMap(curlsOf) ?? []);
  const next =
    curls.find((curl) => rowsOf(curl, columns) <= room - rowsForDetails) ??
    remedyLines(first, folder, columns);
  const left = room - rowsOf(next, columns);
  const details = outcome === 'fail' && first !== undefined ? detailOf(first, report) : [];
  const wantedIn = (each: number) => [
    ...details.map((detail) => `  ${line(detail, each, columns)}`),
    ...runNotes(report)
      .slice(-2)
      .map((note) => `  ${paint('plain', line(note, each, columns))}`),
    ...others.map((reason) => `  ${signOf(reason.verdict)} ${line(reason.headline, each, columns)}`),
  ];
  const wanted = rowsOf(wantedIn(2), columns) <= left ? wantedIn(2) : wantedIn(1);
  const { shown } = firstBlocks(wanted, left, (text) => rowsOf([text], columns));
  const again = labelled('again', visible(run.reproduce));
  const fitting = rowsOf([...shown, ...again], columns) <= left ? again : [];
  return [...head, ...shown, ...figures, ...why, ...next, ...place, ...fitting];
}

/** "35 checks passed, none failed, 4 are open." */
function countsOf(report: Report): string {
  if (outcomeOf(report) === 'none' || report.findings.length === 0) return '';
  const [passed, open] = [findingsIn(report, 'passed').length, findingsIn(report, 'inconclusive').length];
  return `${counted(passed, 'check')} passed, none failed, ${open} could not be decided.`;
}

/** What the first broken rule rests on, and how it was broken. */
function detailOf({ findings: [finding] }: Reason, report: Report): string[] {
  if (finding === undefined) return [];
  const { quoted, source } = basisOf(finding, report);
  const [cause] = finding.causes;
  const resent = cause?.evidence[0]?.resent;
  const again = resent ? `; sent again, it ${resentText(resent)}` : '';
  return [
    `${finding.check} (${source})${quoted === '' ? '' : `: “${quoted}”`}`,
    ...(cause === undefined ? [] : [`expected ${cause.expected}, got ${cause.actual}${again}`]),
  ];
}

/** What to do, and the command that drafts what can be declared. That is never cut: it would not run. */
function remedyLines(
  { remedy = '', advice = '' }: Partial<Reason> = {},
  folder: string,
  columns: number,
): string[] {
  const command = `npx encryption-backup-harness contract init --from ${inShell(visible(folder))}`;
  return [
    ...labelled('do', line(remedy, 2, columns)),
    ...labelled('draft', advice === remedy ? '' : command),
  ];
}

/** Commands that show the fault again, and can be copied from a terminal. */
function curlsOf({ causes }: Finding): string[][] {
  const curls = causes.flatMap(({ evidence }) => evidence.map(({ curl }) => visible(curl)));
  return curls.filter((curl) => curl !== '' && !curl.includes('\n')).map((curl) => labelled('curl', curl));
}

/** No line for an empty text. */
function labelled(label: string, text: string): string[] {
  return text === '' ? [] : [`${paint('plain', label.padEnd(8))}${text}`];
}

/** On one row: its share of fast calls, or what a changing load showed instead, or a comparison besides. */
function endpointLine(endpoint: EndpointResult, report: Report, columns: number): string {
  const { latency, requests, capacity, share_under_limit: under } = endpoint;
  const compared = report.comparison?.endpoints.find(({ name }) => name === endpoint.name);
  const verdicts = [latency.verdict, compared?.verdict];
  const worst = (['fail', 'inconclusive'] as const).find((one) => verdicts.includes(one)) ?? latency.verdict;
  const sign = under === null ? paint('plain', '–') : signOf(worst);
  const share =
    under === null || capacity !== undefined
      ? ''
      : `${percentText(under)} of ${countText(requests)} under ${msText(latency.limitMs)}`;
  const further = furtherText(endpoint, report);
  const more = further === '' ? slowestText(endpoint) : `; ${further}`;
  const text = share === '' ? further : `${share}${more}`;
  return `  ${sign} ${visible(endpoint.endpoint).padEnd(28)}${line(text || counted(requests, 'call'), 1, columns, 33)}`;
}

/** How the calls of a changing load ended: its figures are of times and rates alone. No line for any other load. */
function callsText({ endpoints, errors }: Report): string[] {
  if (endpoints.every(({ capacity }) => capacity === undefined)) return [];
  const causes = [...groupedBy(errors, ({ cause }) => cause)].map(
    ([cause, alike]) => `${countText(sumOf(alike, ({ count }) => count))} × ${cause}`,
  );
  const answered = countText(sumOf(endpoints, (one) => one.answered));
  const others = countText(sumOf(endpoints, ({ failed, lost }) => failed + lost));
  const dropped = sumOf(endpoints, (one) => one.dropped);
  const how = causes.length === 0 ? '' : ` (${causes.slice(0, 5).join(', ')})`;
  return [
    `calls: ${answered} succeeded, ${others} failed or were refused${how}${dropped === 0 ? '' : `, ${notSentText(dropped)}`}`,
  ];
}

/** The highest percentile that the calls are enough for, but none above the p99 and the one that is judged. */
function slowestText({ latency, percentiles }: EndpointResult): string {
  const judged = Math.round(requiredShare(latency) * 1e5) / 1e3;
  const last = percentiles.findLast(({ percentile }) => [50, 95, 99, judged].includes(percentile));
  return last === undefined ? '' : `, p${last.percentile} ${msText(last.ms, latency.limitMs)}`;
}
