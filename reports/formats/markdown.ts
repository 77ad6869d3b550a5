import { cut } from '../../checks/json-body.ts';
import { countText, duration, milliseconds, percentText, utcTime } from '../../checks/wording.ts';
import { bounded, firstBlocks } from '../bounded.ts';
import { visible } from '../escape.ts';
import { spaceWords } from '../html/further-sections.ts';
import {
  advisoryWords,
  basisOf,
  countsText,
  furtherText,
  orDash,
  outcomeOf,
  percentileMs,
  type RunOutcome,
  ruleGroups,
  runNotes,
  verdictLabels,
  whatToDo,
} from '../outcome.ts';
import { type Reason, reasonsOf } from '../reasons.ts';
import type { Report } from '../report.ts';

const longestReason = 400;
/** What fits on a screen. */
const mostLines = 40;

const signs: Readonly<Record<RunOutcome, string>> = {
  pass: '✅',
  fail: '❌',
  inconclusive: '❔',
  none: '⛔',
};

/** The report in short, for a job summary or a comment on a pull request: a screen of it. */
export function renderMarkdown(whole: Report): string {
  const report = bounded(whole);
  const { run, endpoints, space, tool, generator } = report;
  const outcome = outcomeOf(report);
  const [first, ...others] = reasonsOf(report);
  const start = joined([
    `## ${signs[outcome]} ${verdictLabels[outcome].word}: ${plainMarkdown(run.scenario)} of ${code(run.target)}`,
    run.advisory === true ? `**${plainMarkdown(advisoryWords)}**` : '',
    plainMarkdown(report.reason),
    remedyText(whatToDo(report)),
    listOf(runNotes(report).slice(-2).map(plainMarkdown)),
    outcome === 'fail' ? detail(first, report) : '',
  ]);
  const rules = ruleGroups(report).map(({ title, states }) => [title, countsText(states)]);
  const seed = run.seed === undefined ? '' : `seed ${run.seed}, `;
  const end = joined([
    endpoints.length > 0 ? endpointTable(report) : '',
    table(['Rules', ''], rules),
    space === undefined ? '' : `Tried before the load: ${spaceWords(space)}.`,
    `Again: ${code(run.reproduce)}`,
    `${utcTime(run.startedAt)}, ${duration(run.durationMs)}, ${plainMarkdown(run.profile)} profile, ${seed}${tool.name} ${tool.version}, k6 ${plainMarkdown(generator.k6Version)}`,
  ]);
  // The list has a blank line before it, and a last line of its own.
  const room = mostLines - joined([start, end]).split('\n').length - 3;
  const { shown, more } = firstBlocks(others.map(reasonLine), room, () => 1);
  const list = listOf([...shown, ...(more > 0 ? [`and ${countText(more)} more in the report`] : [])]);
  return `${joined([start, list, end])}\n`;
}

/** Blocks with a blank line between them; empty ones are left out. */
function joined(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n');
}

const listOf = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
const remedyText = (remedy: string) => (remedy === '' ? '' : `→ ${plainMarkdown(remedy)}`);

/** Where the first broken rule stands, and how it was broken: with a way to see it again. */
function detail(reason: Reason | undefined, report: Report): string {
  const { findings: [finding] = [], advice = '' } = reason ?? {};
  if (finding === undefined) return '';
  const { quoted, source } = basisOf(finding, report);
  const [cause] = finding.causes;
  const curl = cause?.evidence[0]?.curl ?? '';
  return joined([
    `> ${quoted === '' ? '' : `${plainMarkdown(quoted)} `}(${plainMarkdown(source)})`,
    cause === undefined
      ? ''
      : `${code(cause.cause)}, ${countText(cause.count)} ×: expected ${plainMarkdown(cause.expected)}, got ${code(cause.actual)}`,
    remedyText(advice),
    curl === '' || curl.includes('\n') ? '' : fenced(curl),
  ]);
}

function reasonLine({ verdict, headline, advice }: Reason): string {
  const words = advice === '' ? headline : `${headline} → ${advice}`;
  return `**${verdictLabels[verdict].word}:** ${plainMarkdown(cut(words, longestReason))}`;
}

function endpointTable(report: Report): string {
  const { endpoints, comparison } = report;
  const limitMs = endpoints[0]?.latency.limitMs;
  const hasMore = endpoints.some((endpoint) => furtherText(endpoint, report) !== '');
  const rows = endpoints.map((endpoint) => [
    code(endpoint.endpoint),
    endpoint.latency.verdict,
    orDash(endpoint.share_under_limit, percentText),
    ...[50, 99].map((wanted) => orDash(percentileMs(endpoint, wanted), (ms) => milliseconds(ms, limitMs))),
    ...[endpoint.requests, endpoint.slow].map(countText),
    ...(hasMore ? [plainMarkdown(furtherText(endpoint, report))] : []),
  ]);
  const titles = ['Endpoint', 'verdict', `under ${limitMs} ms`, 'p50 (ms)', 'p99 (ms)', 'calls', 'slow'];
  const last =
    comparison === undefined ? 'by total rate' : `median, in turns with ${code(comparison.counterpart)}`;
  return table([...titles, ...(hasMore ? [last] : [])], rows);
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const marks = titles.map((_, index) => (index === 0 ? ':--' : '--:'));
  return [titles, marks, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Text of ours on one line: nothing in it is markup or a link but `code` is code, and nobody is mentioned. */
export function plainMarkdown(text: string): string {
  const parts = oneLine(text).split(/(`[^`]+`)/);
  return parts.map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : escaped(part))).join('');
}

function escaped(text: string): string {
  return text
    .replace(/[\\*_[\]<>|~&]|^[-+#=]|^\d+(?=[.)])/g, (sign) => (/\d/.test(sign) ? `${sign}\\` : `\\${sign}`))
    .replace(/`/g, '&#96;')
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
