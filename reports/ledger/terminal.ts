import { visible } from '../escape.ts';
import { count } from '../format.ts';
import type { LedgerModel } from './model.ts';
import { burnLines, exceptionLine, headline, judgement, otherLine, outageLines } from './sections.ts';
import { verdictWords } from './wording.ts';

const mostListed = 10;

/** What the ledger shows, for a terminal: what is judged stands last, where the eye is. */
export function renderLedger(model: LedgerModel): string {
  const lines = [
    headline(model),
    ...model.figures.flatMap(({ title, verdict, explanation }) => [
      `  ${title}: ${verdictWords[verdict]}`,
      `    ${explanation}`,
    ]),
    ...outageLines(model).map((line) => `  ${line}`),
    ...(model.sum === null ? [] : ['Burn rates, over all builds', ...indented(burnLines(model))]),
    ...listed('Down or not counted', model.exceptions.map(exceptionLine)),
    ...listed('Others in this ledger', model.others.map(otherLine)),
    judgement(model),
  ];
  return `${lines.map(visible).join('\n')}\n`;
}

function listed(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length - mostListed;
  return [title, ...indented(items.slice(0, mostListed)), ...(more > 0 ? [`  and ${count(more)} more`] : [])];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
