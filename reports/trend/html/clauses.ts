import { scrolling, section } from '../../html/elements.ts';
import { type Markup, markup, nothing, prose } from '../../markup.ts';
import type { ClauseChanges, TrendModel, TrendRun } from '../model.ts';
import { runLink } from './links.ts';

const mostShown = 5;

/** Statements of the document that were judged otherwise than in the run before. */
export function clausesThatChanged({ clauseChanges, runs }: TrendModel): Markup {
  if (clauseChanges.length === 0)
    return section('clauses', 'Statements whose verdict changed', markup`<p>None, in any run.</p>`);
  return section(
    'clauses',
    'Statements whose verdict changed',
    scrolling(
      'Table of statements',
      markup`<table class="clauses"><caption>The newest change first</caption>
    <thead><tr><th scope="col">§</th><th scope="col">Statement</th><th scope="col">Changes</th></tr></thead>
    <tbody>${clauseChanges.map((clause) => row(clause, runs))}</tbody>
    </table>
    `,
    ),
  );
}

function row({ section: number, sentence, changes }: ClauseChanges, runs: readonly TrendRun[]): Markup {
  const newest = changes.toReversed().slice(0, mostShown);
  const earlier = changes.length - newest.length;
  return markup`<tr><td>${number}</td><th scope="row">${prose(sentence)}</th><td>${newest.map(
    ({ from, to, run }) => change(`${from} → ${to}`, runs[run]),
  )}${earlier === 0 ? nothing : markup`<span class="quiet">and ${earlier} earlier</span>`}</td></tr>
    `;
}

function change(words: string, run: TrendRun | undefined): Markup {
  return run === undefined ? nothing : markup`<div>${words}, ${runLink(run)}</div>`;
}
