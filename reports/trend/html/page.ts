import { css, cssHash, script, scriptHash } from '../../../dist/page-assets.mjs';
import { cut } from '../../escape.ts';
import { counted } from '../../format.ts';
import { favicon } from '../../html/favicon.ts';
import { type Markup, markup, nothing, trusted } from '../../markup.ts';
import type { TrendModel } from '../model.ts';
import { banner } from './banner.ts';
import { changesSection } from './changes.ts';
import { clausesThatChanged } from './clauses.ts';
import { endpointTrends } from './endpoints.ts';
import { method } from './method.ts';
import { skippedFolders } from './skipped.ts';
import { trendCss, trendCssHash } from './style.ts';
import { verdicts } from './verdicts.ts';

/** Many runs as one page that needs nothing else; its links lead to the reports of the runs beside it. */
export function renderTrend(model: TrendModel): string {
  return markup`<!doctype html>
    <html lang="en">
    ${head(model)}
    <body>
    <a class="skip" href="#main">Skip to the trend</a>
    ${banner(model)}
    ${contents(model)}
    <main id="main" class="inner">
    ${verdicts(model)}
    ${changesSection(model)}
    ${endpointTrends(model)}
    ${clausesThatChanged(model)}
    ${method(model)}
    ${skippedFolders(model)}
    </main>
    <footer class="inner"><p>${model.title.tool} · each run has its own report</p></footer>
    <script>${trusted(script)}</script>
    </body>
    </html>
    `.markup;
}

const longestTitle = 200;

function head({ title, runs }: TrendModel): Markup {
  const policy = `default-src 'none'; img-src data:; style-src '${cssHash}' '${trendCssHash}'; script-src '${scriptHash}'; base-uri 'none'; form-action 'none'`;
  return markup`<head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Trend: ${cut(`${title.scenario} of ${title.target}`, longestTitle)}, ${counted(runs.length, 'run')}</title>
    <link rel="icon" href="${favicon(runs.at(-1)?.outcome ?? 'none')}">
    <style>${trusted(css)}</style>
    <style>${trusted(trendCss)}</style>
    </head>
    `;
}

const titles: readonly (readonly [id: string, title: string])[] = [
  ['verdicts', 'Verdicts'],
  ['changes', 'Changes'],
  ['endpoints', 'Endpoints'],
  ['clauses', 'Statements'],
  ['method', 'Method'],
];

function contents({ skipped }: TrendModel): Markup {
  return markup`<nav aria-label="Sections"><ul class="inner">${titles.map(
    ([id, title]) => markup`<li><a href="#${id}">${title}</a></li>
    `,
  )}${skipped.length === 0 ? nothing : markup`<li><a href="#skipped">Left out</a></li>`}</ul></nav>
    `;
}
