import { countText, duration, milliseconds, percentText, utcTime } from '../../checks/wording.ts';
import { bounded, firstBlocks } from '../bounded.ts';
import { visible } from '../escape.ts';
import {
  advisoryWords,
  basisOf,
  capacityText,
  comparedTexts,
  countsByOrigin,
  findingLooks,
  findingsIn,
  outcomeOf,
  percentileMs,
  type RunOutcome,
  runNotes,
  verdictLooks,
  whatToDo,
} from '../outcome.ts';
import { type Reason, reasonsBeside, remedyLines } from '../reasons.ts';
import type { ComparisonResult, EndpointResult, Finding, Report } from '../report.ts';

/** Characters of all findings: a comment on a pull request may have 65 536. */
const findingsWidth = 40_000;

const signs: Readonly<Record<RunOutcome, string>> = {
  pass: '✅',
  fail: '❌',
  inconclusive: '❔',
  none: '⛔',
};

/** The report in short, for a job summary or a comment on a pull request. */
export function renderMarkdown(whole: Report): string {
  const report = bounded(whole);
  const { run } = report;
  const outcome = outcomeOf(report);
  return `${[
    `## ${signs[outcome]} ${verdictLooks[outcome].word}: ${plainMarkdown(run.scenario)} of ${code(run.target)}`,
    ...(run.advisory === true ? [`**${plainMarkdown(advisoryWords)}**`] : []),
    plainMarkdown(report.reason),
    ...whatToDo(report).map(plainMarkdown),
    ...runNotes(run).map(plainMarkdown),
    table(countsByOrigin.titles, countsByOrigin.rows(report.findings)),
    ...findingList(report),
    ...(report.endpoints.length > 0 ? [endpointTable(report.endpoints)] : []),
    ...capacityList(report.endpoints),
    ...(report.comparison === undefined ? [] : comparisonBlocks(report.comparison)),
    `<details><summary>Repeat this run</summary>\n\n${fenced(run.reproduce)}\n\n</details>`,
    `${utcTime(run.startedAt)}, ${duration(run.durationMs)}, ${plainMarkdown(run.profile)} profile, ${run.seed === undefined ? '' : `seed ${run.seed}, `}${report.tool.name} ${report.tool.version}, k6 ${plainMarkdown(report.generator.k6Version)}`,
  ].join('\n\n')}\n`;
}

/** What failed in detail, then what else keeps the run from a pass. */
function findingList(report: Report): string[] {
  const failed = findingsIn(report, 'failed');
  const others = reasonsBeside(failed, report).map(reasonBlock);
  const blocks = [...failed.map((finding) => failedBlock(finding, report)), ...others];
  const { shown, more } = firstBlocks(blocks, findingsWidth);
  return [...shown, ...(more > 0 ? [`And ${countText(more)} more: see the report.`] : [])];
}

function failedBlock(finding: Finding, report: Report): string {
  const { quoted, source } = basisOf(finding, report);
  const lines = [
    `### ${findingLooks.failed.word}: ${plainMarkdown(finding.title)}`,
    quoted === '' ? '' : `> ${plainMarkdown(quoted)}`,
    [source, finding.endpoint, finding.explanation].filter(Boolean).map(plainMarkdown).join(' · '),
    ...remedyLines(finding.remedy).map(plainMarkdown),
    ...finding.causes.slice(0, 3).map(causeBlock),
  ];
  return lines.filter(Boolean).join('\n\n');
}

function reasonBlock({ verdict, text, below }: Reason): string {
  const title = `**${verdictLooks[verdict].word}:** ${plainMarkdown(text)}`;
  return [title, ...below.map(plainMarkdown)].join('\n\n');
}

function causeBlock({ cause, count, expected, actual, evidence }: Finding['causes'][number]): string {
  const curl = evidence[0]?.curl ?? '';
  const words = `${code(cause)}, ${countText(count)} ×${expected === '' ? '' : ` — expected ${plainMarkdown(expected)}`}${actual === '' ? '' : `, got ${code(actual)}`}`;
  return curl === '' ? `- ${words}` : `- ${words}\n\n${fenced(curl).replace(/^/gm, '  ')}`;
}

const shownPercentiles = [50, 95, 99];

function endpointTable(endpoints: readonly EndpointResult[]): string {
  const limitMs = endpoints[0]?.latency.limitMs;
  const rows = endpoints.map((endpoint) => {
    const { requests, failed, dropped, share_under_limit: share, maxMs } = endpoint;
    const times = [...shownPercentiles.map((percentile) => percentileMs(endpoint, percentile)), maxMs];
    return [
      code(endpoint.endpoint),
      endpoint.latency.verdict,
      ...[requests, failed, dropped].map(countText),
      share === null ? '–' : percentText(share),
      ...times.map((ms) => (ms === null ? '–' : milliseconds(ms, limitMs))),
    ];
  });
  const percentiles = shownPercentiles.map((percentile) => `p${percentile}`);
  const counts = ['calls', 'failed', 'not sent', `under ${limitMs} ms`];
  return table(['Endpoint', 'verdict', ...counts, ...percentiles, 'max (ms)'], rows);
}

function capacityList(endpoints: readonly EndpointResult[]): string[] {
  const lines = endpoints.flatMap(({ endpoint, capacity, latency }) =>
    capacity === undefined
      ? []
      : `- ${code(endpoint)}: ${plainMarkdown(capacityText(capacity, latency.limitMs))}`,
  );
  return lines.length === 0 ? [] : [`Rates are totals over all endpoints:\n\n${lines.join('\n')}`];
}

function comparisonBlocks({ counterpart, endpoints }: ComparisonResult): string[] {
  const rows = endpoints.map((one) => [code(one.endpoint), one.outcome, ...comparedTexts(one)]);
  const titles = ['Endpoint', 'result', 'p50 here', 'p50 there (ms)', 'p50', 'p90 (shown only)'];
  return [`Compared with ${code(counterpart)}, called in turns:`, table(titles, rows)];
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(titles),
    line(titles.map((_, index) => (index === 0 ? ':--' : '--:'))),
    ...rows.map(line),
  ].join('\n');
}

/** Text of ours on one line: nothing in it is markup or a link but `code` is code, and nobody is mentioned. */
export function plainMarkdown(text: string): string {
  const parts = oneLine(text).split(/(`[^`]+`)/);
  return parts.map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : escaped(part))).join('');
}

function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>|~&]|^[-+#=]|^\d+(?=[.)])/g, (sign) => (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`))
    .replace(/@/g, '@&#8203;')
    .replace(/:\/\/|www\./gi, (start) => `${start.slice(0, -1)}&#8203;${start.slice(-1)}`);
}

/** Text of the service: in a code span, where no markup, mention or link works. */
function code(text: string): string {
  const line = oneLine(text).replace(/\|/g, '\\|');
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return line === '' ? '' : `${fence}${pad}${line}${pad}${fence}`;
}

function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}sh\n${visible(text)}\n${fence}`;
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
