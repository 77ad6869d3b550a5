import { count } from '../format.ts';
import { code, plain, table } from '../markdown.ts';
import type { LedgerModel } from './model.ts';
import { burnLines, exceptionLine, headline, judgement, otherLine, outageLines } from './sections.ts';
import { verdictWords } from './wording.ts';

const mostListed = 10;

/** What the ledger shows, for the summary of a CI job. */
export function renderLedgerMarkdown(model: LedgerModel): string {
  const blocks = [
    '## Availability, added up',
    plain(headline(model)),
    plain(judgement(model)),
    model.figures.length === 0 ? '' : figureTable(model),
    model.endpoints.length === 0 ? '' : endpointTable(model),
    bullets('Outages', outageLines(model)),
    model.sum === null ? '' : bullets('Burn rates, over all builds', burnLines(model)),
    bullets('Down or not counted', model.exceptions.map(exceptionLine)),
    bullets('Others in this ledger', model.others.map(otherLine)),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function figureTable({ figures }: LedgerModel): string {
  const rows = figures.map(({ title, verdict, explanation }) => [
    plain(title),
    verdictWords[verdict],
    plain(explanation),
  ]);
  return table(['99.99 percent as', 'verdict', 'why'], rows);
}

function endpointTable({ endpoints }: LedgerModel): string {
  const rows = endpoints.map(({ endpoint, n, failures, episodes, longestSeconds }) => [
    code(endpoint),
    count(n),
    count(failures),
    count(episodes),
    `${longestSeconds} s`,
  ]);
  return table(['Endpoint', 'calls', 'failed', 'episodes', 'longest'], rows);
}

function bullets(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const more = items.length - mostListed;
  const shown = [...items.slice(0, mostListed), ...(more > 0 ? [`and ${count(more)} more`] : [])];
  return `### ${title}\n\n${shown.map((item) => `- ${plain(item)}`).join('\n')}`;
}
