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
  const { run, endpoints } = report;
  const outcome = outcomeOf(report);
  const remedy = whatToDo(report);
  const [first, ...others] = reasonsOf(report);
  const head = [
    `## ${signs[outcome]} ${verdictLabels[outcome].word}: ${plainMarkdown(run.scenario)} of ${code(run.target)}`,
    ...(run.advisory === true ? [`**${plainMarkdown(advisoryWords)}**`] : []),
    plainMarkdown(report.reason),
    ...(remedy === '' ? [] : [`→ ${plainMarkdown(remedy)}`]),
    ...listOf(runNotes(report).slice(-2).map(plainMarkdown)),
  ];
  const foot = [
    ...(endpoints.length > 0 ? [endpointTable(report)] : []),
    rulesTable(report),
    ...(report.space === undefined ? [] : [`Tried before the load: ${spaceWords(report.space)}.`]),
    `Again: ${code(run.reproduce)}`,
    `${utcTime(run.startedAt)}, ${duration(run.durationMs)}, ${plainMarkdown(run.profile)} profile, ${run.seed === undefined ? '' : `seed ${run.seed}, `}${report.tool.name} ${report.tool.version}, k6 ${plainMarkdown(report.generator.k6Version)}`,
  ];
  const detail = outcome === 'fail' && first !== undefined ? detailBlocks(first, report) : [];
  const { shown, more } = firstBlocks(
    others.map(reasonLine),
    roomBeside([...head, ...foot, ...detail]),
    () => 1,
  );
  const list = listOf([...shown, ...(more > 0 ? [`and ${countText(more)} more in the report`] : [])]);
  return `${[...head, ...detail, ...list, ...foot].join('\n\n')}\n`;
}

/** Lines that are left for a list and the blank line before it. */
function roomBeside(blocks: readonly string[]): number {
  return mostLines - blocks.join('\n\n').split('\n').length - 3;
}

function listOf(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${line}`).join('\n')];
}

/** Where the first broken rule stands, and how it was broken: with a way to see it again. */
function detailBlocks({ findings: [finding], advice }: Reason, report: Report): string[] {
  if (finding === undefined) return [];
  const { quoted, source } = basisOf(finding, report);
  const [cause] = finding.causes;
  const curl = cause?.evidence[0]?.curl ?? '';
  return [
    `> ${quoted === '' ? '' : `${plainMarkdown(quoted)} `}(${plainMarkdown(source)})`,
    ...(cause === undefined
      ? []
      : [
          `${code(cause.cause)}, ${countText(cause.count)} ×: expected ${plainMarkdown(cause.expected)}, got ${code(cause.actual)}`,
        ]),
    ...(advice === '' ? [] : [`→ ${plainMarkdown(advice)}`]),
    ...(curl === '' || curl.includes('\n') ? [] : [fenced(curl)]),
  ];
}

function reasonLine({ verdict, headline, advice }: Reason): string {
  const words = advice === '' ? headline : `${headline} → ${advice}`;
  return `**${verdictLabels[verdict].word}:** ${plainMarkdown(cut(words, longestReason))}`;
}

function endpointTable(report: Report): string {
  const { endpoints, comparison } = report;
  const limitMs = endpoints[0]?.latency.limitMs;
  const further = endpoints.map((endpoint) => plainMarkdown(furtherText(endpoint, report)));
  const hasMore = further.some((text) => text !== '');
  const rows = endpoints.map((endpoint, index) => {
    const { latency, requests, slow, share_under_limit: share } = endpoint;
    const times = [50, 99].map((percentile) => percentileMs(endpoint, percentile));
    return [
      code(endpoint.endpoint),
      latency.verdict,
      share === null ? '–' : percentText(share),
      ...times.map((ms) => (ms === null ? '–' : milliseconds(ms, limitMs))),
      ...[requests, slow].map(countText),
      ...(hasMore ? [further[index] ?? ''] : []),
    ];
  });
  const titles = ['Endpoint', 'verdict', `under ${limitMs} ms`, 'p50 (ms)', 'p99 (ms)', 'calls', 'slow'];
  const last =
    comparison === undefined ? 'by total rate' : `median, in turns with ${code(comparison.counterpart)}`;
  return table([...titles, ...(hasMore ? [last] : [])], rows);
}

function rulesTable(report: Report): string {
  return table(
    ['Rules', ''],
    ruleGroups(report).map(({ title, states }) => [title, countsText(states)]),
  );
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
