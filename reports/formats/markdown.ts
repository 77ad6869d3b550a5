import { countText, duration, utcTime } from '../../checks/wording.ts';
import { visible } from '../escape.ts';
import { spaceWords } from '../html/environment.ts';
import { advisoryWords, countsText, labels, looks } from '../outcome.ts';
import type { Reason } from '../reasons.ts';
import type { Report } from '../report.ts';
import { shortReport } from './short-report.ts';

type Short = ReturnType<typeof shortReport>;

/** Further reasons, so that all of it fits on a screen. */
const mostOthers = 5;

/** The report in short, for a job summary or a comment on a pull request: a screen of it. */
export function renderMarkdown(whole: Report): string {
  const { report, tone, word, first, others, broken, notes, ...short } = shortReport(whole);
  const { run, space, tool, generator, comparison } = report;
  const seed = run.seed === undefined ? '' : `seed ${run.seed}, `;
  const more = others.length - mostOthers;
  const blocks = [
    `## ${looks[tone].emoji} ${word}: ${plainMarkdown(run.scenario)} of ${code(run.target)}`,
    run.advisory === true ? `**${plainMarkdown(advisoryWords)}**` : '',
    plainMarkdown(report.reason),
    ...(broken ? brokenBlocks(broken) : []),
    first?.advice ? `→ ${plainMarkdown(first.advice)}` : '',
    fenced(broken?.curl ?? ''),
    listOf([
      ...notes.map(plainMarkdown),
      ...others.slice(0, mostOthers).map(reasonLine),
      ...(more > 0 ? [`and ${countText(more)} more in the report`] : []),
    ]),
    report.findings.length === 0 ? '' : `Checks: ${countsText(report)}.`,
    listOf(short.endpoints.map(endpointLine)),
    comparison === undefined ? '' : `Compared with ${code(comparison.counterpart)}, called in turns.`,
    space === undefined ? '' : `Tried before the load: ${spaceWords(space)}.`,
    `Again: ${code(run.reproduce)}`,
    `${utcTime(run.startedAt)}, ${duration(run.durationMs)}, ${plainMarkdown(run.profile)} profile, ${seed}${tool.name} ${tool.version}, k6 ${plainMarkdown(generator.k6Version)}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const listOf = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');

/** Where the first broken rule stands, and how it was broken. */
function brokenBlocks({ quoted, source, cause, more }: NonNullable<Short['broken']>): string[] {
  return [
    quoted === '' ? `(${plainMarkdown(source)})` : `> ${plainMarkdown(quoted)} (${plainMarkdown(source)})`,
    cause === undefined
      ? plainMarkdown(more)
      : `${code(cause.cause)}, ${countText(cause.count)} ×: expected ${plainMarkdown(cause.expected)}, got ${code(cause.actual)}`,
  ];
}

function reasonLine({ verdict, headline, advice }: Reason): string {
  const words = advice === '' ? headline : `${headline} → ${advice}`;
  return `**${labels[verdict].word}:** ${plainMarkdown(words)}`;
}

function endpointLine({ endpoint, verdict, words }: Short['endpoints'][number]): string {
  return `${code(endpoint)} ${plainMarkdown(`${labels[verdict].word.toLowerCase()}: ${words}`)}`;
}

/** Text of ours on one line: nothing in it is markup or a link but `code` is code, and nobody is mentioned. */
export function plainMarkdown(text: string): string {
  const parts = oneLine(text).split(/(`[^`]+`)/);
  return parts.map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : escaped(part))).join('');
}

function escaped(text: string): string {
  return text
    .replace(/[\\*_[\]<>|~&]|^[-+#=]|^\d+(?=[.)](?:\s|$))/g, (sign) =>
      /\d/.test(sign) ? `${sign}\\` : `\\${sign}`,
    )
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
  return text === '' ? '' : `${fence}sh\n${visible(text)}\n${fence}`;
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, ' ');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
