import { type Markup, markup, nothing, type Part, trusted } from '../markup.ts';
import type { FindingState, Outcome } from '../outcome.ts';

/** The sign of the verdict, beside its word. */
export const outcomeSigns: Readonly<Record<Outcome, string>> = {
  pass: 'M5.5 12.5l4.2 4.2L18.5 7.8',
  fail: 'M7 7l10 10M17 7L7 17',
  inconclusive: 'M8.6 9.2a3.5 3.5 0 1 1 4.9 3.2c-1 .5-1.5 1.1-1.5 2.3M12 18.2v.3',
  none: 'M7 12h10',
};

export type Tone = 'good' | 'bad' | 'unclear' | 'plain';

/** A state as a word, a sign (drawn by the style) and a colour: never as a colour alone. */
export function badge(tone: Tone, word: string): Markup {
  return markup`<span class="badge ${tone}">${word}</span>`;
}

export const stateTones: Readonly<Record<FindingState, Tone>> = {
  failed: 'bad',
  inconclusive: 'unclear',
  waived: 'plain',
  passed: 'good',
  observed: 'plain',
  'not-applicable': 'plain',
};

export const verdictTones = {
  pass: 'good',
  fail: 'bad',
  inconclusive: 'unclear',
  'not-applicable': 'plain',
  'not-judged': 'plain',
} as const satisfies Record<string, Tone>;

const verdictWords = {
  pass: 'Pass',
  fail: 'Fail',
  inconclusive: 'Inconclusive',
  'not-applicable': 'Not applicable',
  'not-judged': 'Not judged',
} as const satisfies Record<keyof typeof verdictTones, string>;

export function verdictBadge(verdict: keyof typeof verdictTones): Markup {
  return badge(verdictTones[verdict], verdictWords[verdict]);
}

export function section(id: string, title: string, ...content: readonly Part[]): Markup {
  return markup`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${content}
    </section>
    `;
}

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

/** A table whose first cell of each row names the row. Tags that HTML lets one leave out are left out: a page has many rows. */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
): Markup {
  const kind = (index: number) => trusted(columns[index]?.isNumber === true ? ' class="number"' : '');
  const tag = (index: number) => trusted(index === 0 ? 'th scope="row"' : 'td');
  return markup`<table>
    <caption>${caption}</caption>
    <thead><tr>${columns.map(({ title }, index) => markup`<th scope="col"${kind(index)}>${title}`)}
    <tbody>${rows.map(
      (cells) => markup`<tr>${cells.map((cell, index) => markup`<${tag(index)}${kind(index)}>${cell}`)}
    `,
    )}</table>
    `;
}

/** A table of figures, all but the first column to the right. */
export function numbersTable(
  caption: string,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): Markup {
  return markup`<table class="numeric"><caption>${caption}</caption>
    <thead><tr>${titles.map((title) => markup`<th scope="col">${title}`)}
    <tbody>${rows.map(
      ([name = '', ...cells]) => markup`<tr><th>${name}${cells.map((cell) => markup`<td>${cell}`)}
    `,
    )}</table>
    `;
}

/** A wide table in a region of its own that scrolls, also by keyboard. */
export function scrolling(title: string, content: Markup): Markup {
  return markup`<div class="scroll" role="region" aria-label="${title}" tabindex="0">
    ${content}</div>
    `;
}

/** Terms and what they are; rows without content are left out. */
export function definitions(rows: readonly (readonly [term: Part, content: Part])[]): Markup {
  const shown = rows.filter(([, content]) => content !== null && content !== '');
  if (shown.length === 0) return nothing;
  return markup`<dl>${shown.map(([term, content]) => markup`<dt>${term}<dd>${content}`)}</dl>
    `;
}

/** A command with a button that copies it, which shows itself where scripts run. */
export function command(id: string, text: string): Markup {
  return markup`<div class="command"><pre id="${id}"><code>${text}</code></pre>
    <button type="button" data-copy="${id}" hidden>Copy</button><span role="status"></span></div>
    `;
}
