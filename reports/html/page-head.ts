import { css, cssHash, scriptHash } from '../../dist/page-assets.mjs';
import { type Markup, markup, trusted } from '../markup.ts';
import type { Outcome } from '../outcome.ts';

/** The head of a page that loads nothing and runs no script but our own. */
export function pageHead(title: string, outcome: Outcome): Markup {
  const policy = `default-src 'none'; img-src data:; style-src '${cssHash}'; script-src '${scriptHash}'; base-uri 'none'; form-action 'none'`;
  return markup`<head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="${favicon(outcome)}">
    <style>${trusted(css)}</style>
    </head>
    `;
}

const signs: Readonly<Record<Outcome, readonly [colour: string, shape: string]>> = {
  pass: ['1d7a46', 'M9 17l5 5 10-11'],
  fail: ['b3261e', 'M10 10l12 12M22 10L10 22'],
  inconclusive: ['8a5a00', 'M11.5 12a4.5 4.5 0 1 1 6.5 4c-1.5.8-2 1.5-2 3M16 24v.4'],
  none: ['5a626b', 'M9 16h14'],
};

/** The verdict in the browser's tab, as an address that is its own picture. */
function favicon(outcome: Outcome): string {
  const [colour, shape] = signs[outcome];
  const picture = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><circle cx='16' cy='16' r='16' fill='#${colour}'/><path d='${shape}' fill='none' stroke='#fff' stroke-width='3.5'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}
