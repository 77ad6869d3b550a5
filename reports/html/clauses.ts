import { count } from '../format.ts';
import { type Markup, markup, nothing, prose } from '../markup.ts';
import type { ClauseRow, Report } from '../report.ts';
import { badge, scrolling, section, type Tone } from './elements.ts';

const states: Readonly<Record<ClauseRow['state'], readonly [Tone, string]>> = {
  kept: ['good', 'Kept'],
  broken: ['bad', 'Broken'],
  'declaration-kept': ['good', 'Declaration kept'],
  'declaration-broken': ['bad', 'Declaration broken'],
  inconclusive: ['unclear', 'Inconclusive'],
  'not-judged': ['plain', 'Not judged'],
  observed: ['plain', 'Observed'],
  silent: ['plain', 'Silent'],
  context: ['plain', 'Context'],
  harness: ['plain', 'Harness'],
};

/** Every statement of the document with its state. */
export function clauses(report: Report): Markup {
  return section(
    'document',
    'The document, statement by statement',
    markup`<details class="group">
    <summary>${report.clauses.length} statements</summary>
    ${scrolling('Statements of the document', clausesTable(report.clauses))}</details>
    `,
  );
}

function clausesTable(rows: readonly ClauseRow[]): Markup {
  return markup`<table class="clauses">
    <caption>Harness: a duty of the harness itself. Silent: the document says nothing that can be judged. Declaration: what the contract declares here.</caption>
    <thead><tr><th scope="col">§<th scope="col">Statement<th scope="col">State
    <tbody>${rows.map(clauseRow)}</table>
    `;
}

function clauseRow(row: ClauseRow): Markup {
  const [tone, word] = states[row.state];
  return markup`<tr><td>${row.section}<th scope="row">${prose(row.sentence)}${quietly(row.reading)}
    <td>${tone === 'plain' ? word : badge(tone, word)}${quietly(row.note)}${quietly(evidenceOf(row))}
    `;
}

function evidenceOf({ samples, failures }: ClauseRow): string {
  if (samples === 0) return '';
  return failures > 0 ? `${count(failures)} of ${count(samples)}` : `n = ${count(samples)}`;
}

function quietly(text: string): Markup {
  return text === '' ? nothing : markup`<span class="quiet">${prose(text)}</span>`;
}
