import { css, cssHash } from '../../dist/page-style.mjs';
import { type Markup, markup, nothing, type Piece, prose, trusted } from '../markup.ts';
import { type Label, labels, type State } from '../outcome.ts';

/** A page that loads nothing and runs no script. */
export function wholePage(title: string, ...content: readonly Piece[]): string {
  const policy = `default-src 'none'; img-src data:; style-src '${cssHash}'; base-uri 'none'; form-action 'none'`;
  return markup`<!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style>${trusted(css)}</style>
    </head>

    <body>
    ${content}
    </body>
    </html>
    `.markup;
}

/** A state as a word, a sign (drawn by the style) and a colour: never as a colour alone. */
export function badge({ tone, word }: Label): Markup {
  return markup`<span class="badge ${tone}">${word}</span>`;
}

export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export function stateBadge(state: State): Markup {
  return badge(labels[state]);
}

export function section(id: string, title: string, ...content: readonly Piece[]): Markup {
  return markup`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${content}
    </section>
    `;
}

interface Table {
  /** Name of the region in which a wide table scrolls; unique in the page. */
  readonly name: string;
  readonly caption?: string;
  readonly titles: readonly Piece[];
  /** The first column of figures, which are aligned right; by default there is none. */
  readonly figuresFrom?: number;
  readonly rows: readonly (readonly Piece[])[];
}

/** A table whose first cell of each row is its heading. Optional tags are left out, because a page has many rows. */
export function table({ name, caption = '', titles, figuresFrom = titles.length, rows }: Table): Markup {
  const kind = (index: number) => trusted(index >= figuresFrom ? ' class="number"' : '');
  const tag = (index: number) => trusted(index === 0 ? 'th scope="row"' : 'td');
  return markup`<div><div class="scroll" role="region" aria-label="${name}" tabindex="0">
    <table>
    <thead><tr>${titles.map((title, index) => markup`<th scope="col"${kind(index)}>${title}`)}
    <tbody>${rows.map(
      (cells) => markup`<tr>${cells.map((cell, index) => markup`<${tag(index)}${kind(index)}>${cell}`)}
    `,
    )}</table></div>${quietly(caption, 'p')}</div>
    `;
}

export type Rows = readonly (readonly [term: Piece, content: Piece | undefined])[];

/** Rows without a value are left out. */
export function definitionList(rows: Rows): Markup {
  const shown = rows.flatMap(([term, content = null]) => {
    const value = markup`${content}`;
    return value.markup === '' ? [] : markup`<dt>${term}<dd>${value}`;
  });
  if (shown.length === 0) return nothing;
  return markup`<dl>${shown}</dl>
    `;
}

/** A section of which only the heading, and a remark beside it, is seen until it is opened. */
export function folded(
  heading: { readonly id: string; readonly title: Piece; readonly remark?: Piece; readonly isOpen?: boolean },
  ...content: readonly Piece[]
): Markup {
  const { id, title, remark = '', isOpen = false } = heading;
  return markup`<details class="section" id="${id}"${trusted(isOpen ? ' open' : '')}><summary><h2>${title}</h2>${remark === '' ? nothing : markup` <span class="quiet">${remark}</span>`}</summary>
    ${content}</details>
    `;
}

export function remedyLine(remedy: string): Markup {
  return remedy === '' ? nothing : markup`<p class="remedy">→ ${prose(remedy)}</p>`;
}

/** A remark in smaller type; nothing if it is empty. */
export function quietly(text: string, tag: 'p' | 'span' = 'span'): Markup {
  return text === '' ? nothing : markup`<${trusted(tag)} class="quiet">${prose(text)}</${trusted(tag)}>`;
}

export function command(text: string): Markup {
  return text === '' ? nothing : markup`<pre><code>${text}</code></pre>`;
}
