import { changeText } from '../../checks/comparison/comparison-measurement.ts';
import { counted, countText, msText, percentText } from '../../checks/wording.ts';
import { bounded, firstBlocks } from '../bounded.ts';
import { visible, withoutCommands } from '../escape.ts';
import { inShell } from '../evidence.ts';
import {
  advisoryWords,
  basisText,
  capacityText,
  findingsIn,
  type Label,
  outcomeOf,
  resentText,
  runNotes,
  verdictLooks,
} from '../outcome.ts';
import { type Reason, reasonsBeside } from '../reasons.ts';
import type { ComparisonResult, EndpointResult, Evidence, Finding, Report } from '../report.ts';

export interface TerminalOptions {
  readonly colour: boolean;
  /** Where the report is. */
  readonly folder: string;
}

/** Characters of all failed findings. */
const listWidth = 6_000;

/** What a person at a terminal wants to know: the verdict, why, what broke, how to see it again. */
export function renderTerminal(report: Report, { colour, folder }: TerminalOptions): string {
  return withoutCommands(summary(bounded(report), painter(colour), folder));
}

type Style = 'bold' | 'quiet' | Label['tone'];
type Paint = (style: Style, text: string) => string;

const codes: Readonly<Record<Style, string>> = {
  bold: '1',
  quiet: '2',
  good: '1;32',
  bad: '1;31',
  unclear: '1;33',
  plain: '2',
};

/** Control characters of the service are made visible before any of ours are put around them. */
function painter(colour: boolean): Paint {
  return (style, text) => (colour ? `\u001b[${codes[style]}m${visible(text)}\u001b[0m` : visible(text));
}

const signs = { good: '✓', bad: '✗', unclear: '?', plain: '–' } as const;

function signOf(verdict: keyof typeof verdictLooks, paint: Paint): string {
  const { tone } = verdictLooks[verdict];
  return paint(tone, signs[tone]);
}

function summary(report: Report, paint: Paint, folder: string): string {
  const outcome = outcomeOf(report);
  const { tone, word } = verdictLooks[outcome];
  const failed = findingsIn(report, 'failed');
  const listed = firstBlocks(
    failed.map((finding) => failedLines(finding, report, paint).join('\n')),
    listWidth,
  );
  const lines = [
    '',
    ...(report.run.advisory === true ? [paint('unclear', advisoryWords)] : []),
    `${paint(tone, `${signs[tone]} ${word}`)}  ${visible(report.reason)}`,
    ...listed.shown,
    ...(listed.more > 0 ? ['', `  and ${listed.more} more failed checks`] : []),
    ...reasonsBeside(failed, report, inShell(folder)).flatMap((reason) => reasonLines(reason, paint)),
    ...runNotes(report.run).flatMap((note) => ['', `  ${paint('quiet', note)}`]),
    '',
    ...report.endpoints.flatMap((endpoint) => endpointLines(endpoint, paint)),
    ...(report.comparison === undefined ? [] : comparisonLines(report.comparison, paint)),
    '',
    `${paint('quiet', 'report')}  ${visible(folder)}/report.html`,
    `${paint('quiet', 'again ')}  ${visible(report.run.reproduce)}`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function failedLines(finding: Finding, report: Report, paint: Paint): string[] {
  const [cause] = finding.causes;
  const evidence = cause?.evidence[0];
  const row = (name: string, text: string) =>
    text === '' ? [] : [`    ${paint('quiet', name.padEnd(9))}${visible(text)}`];
  return [
    '',
    `  ${paint('bad', '✗')} ${paint('bold', finding.title)}  ${paint('quiet', `${countText(finding.failures)} of ${countText(finding.samples)}`)}`,
    ...row('basis', basisText(finding, report)),
    ...row('check', finding.check),
    ...row('where', finding.endpoint),
    ...row('expected', cause?.expected ?? ''),
    ...row('actual', cause?.actual ?? ''),
    ...row('sent', sentText(evidence)),
    ...(cause === undefined ? row('result', finding.explanation) : []),
    ...row('curl', evidence?.curl ?? ''),
  ];
}

/** What set the request of the first case apart, and whether it failed again. */
function sentText(evidence: Evidence | undefined): string {
  if (evidence === undefined) return '';
  const { variety, resent } = evidence;
  if (resent === null) return variety;
  return `${variety}; sent again, it ${resentText(resent)}`;
}

function reasonLines({ verdict, text, below }: Reason, paint: Paint): string[] {
  return ['', `  ${signOf(verdict, paint)} ${visible(text)}`, ...below.map((line) => `    ${visible(line)}`)];
}

function comparisonLines({ counterpart, endpoints }: ComparisonResult, paint: Paint): string[] {
  const lines = endpoints.map(({ endpoint, verdict, outcome, figures: [median] }) => {
    const change = median === undefined ? '' : `, ${changeText(median)} at the median`;
    return `  ${signOf(verdict, paint)} ${visible(endpoint).padEnd(28)}${outcome}${change}`;
  });
  return ['', `  ${paint('quiet', `compared with ${counterpart}, called in turns`)}`, ...lines];
}

function endpointLines(endpoint: EndpointResult, paint: Paint): string[] {
  const { latency, capacity } = endpoint;
  const held =
    capacity === undefined ? [] : [`    ${''.padEnd(28)}${capacityText(capacity, latency.limitMs)}`];
  return [endpointLine(endpoint, paint), ...held];
}

function endpointLine(endpoint: EndpointResult, paint: Paint): string {
  const { latency, share_under_limit: under } = endpoint;
  const name = visible(endpoint.endpoint).padEnd(28);
  if (under === null) return `  ${paint('quiet', '–')} ${name}${counted(endpoint.requests, 'call')}`;
  const judged = Number(latency.reading.replace('p', ''));
  const last = endpoint.percentiles.findLast(({ percentile }) => [50, 95, 99, judged].includes(percentile));
  const slowest = last === undefined ? '' : `, p${last.percentile} ${msText(last.ms, latency.limitMs)}`;
  return `  ${signOf(latency.verdict, paint)} ${name}${percentText(under)} of ${countText(endpoint.requests)} under ${msText(latency.limitMs)}${slowest}`;
}
