import { duration, utcTime } from '../../checks/wording.ts';
import { visible } from '../escape.ts';
import { spaceWords } from '../html/environment.ts';
import { advisoryWords, countsText, labels, tones } from '../outcome.ts';
import type { Report } from '../report.ts';
import { type ShortLine, shortReport } from './short-report.ts';

/** The report in short, for a job summary or a comment on a pull request: a screen of it. */
export function renderMarkdown(report: Report): string {
  const { tone, word, advice, curl, details, figures } = shortReport(report);
  const { run, space, tool, generator } = report;
  const seed = run.seed === undefined ? '' : `seed ${run.seed}, `;
  const blocks = [
    `## ${tones[tone].emoji} ${word}: ${plainMarkdown(run.scenario)} of ${code(run.target)}`,
    run.advisory === true ? `**${plainMarkdown(advisoryWords)}**` : '',
    plainMarkdown(report.reason),
    advice === '' ? '' : `→ ${plainMarkdown(advice)}`,
    listOf(details),
    fenced(curl),
    report.findings.length === 0 ? '' : `Checks: ${countsText(report)}.`,
    listOf(figures),
    space === undefined ? '' : `Tried before the load: ${spaceWords(space)}.`,
    `Again: ${code(run.reproduce)}`,
    `${utcTime(run.startedAt)}, ${duration(run.durationMs)}, ${plainMarkdown(run.profile)} profile, ${seed}${tool.name} ${tool.version}, k6 ${plainMarkdown(generator.k6Version)}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function listOf(lines: readonly ShortLine[]): string {
  const items = lines.map(({ state, place, text }) => [
    ...(state === undefined ? [] : [`**${labels[state].word}:**`]),
    ...(place === undefined ? [] : [code(place)]),
    plainMarkdown(text),
  ]);
  return items.map((item) => `- ${item.join(' ')}`).join('\n');
}

/** Text on one line: nothing in it is markup or a link but `code` is code, and nobody and no issue is mentioned. */
export function plainMarkdown(text: string): string {
  const parts = oneLine(text).split(/(`[^`]+`)/);
  return parts.map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : escaped(part))).join('');
}

function escaped(text: string): string {
  return text
    .replace(/[\\*_[\]<>|~&]|^[-+#=]|^\d+(?=[.)](?:\s|$))/g, (sign) =>
      /\d/.test(sign) ? `${sign}\\` : `\\${sign}`,
    )
    .replace(/@|#(?=\d)|\bGH-(?=\d)/gi, '$&&#8203;')
    .replace(/`/g, '&#96;')
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
