import { script } from '../../dist/page-assets.mjs';
import { renderWithin } from '../bounded.ts';
import { utcTime } from '../format.ts';
import { embeddedJson } from '../json.ts';
import { type Markup, markup } from '../markup.ts';
import { outcomeOf, outcomeWords } from '../outcome.ts';
import type { Report } from '../report.ts';
import { availability } from './availability.ts';
import { clauses } from './clauses.ts';
import { comparison } from './comparison.ts';
import { command, section } from './elements.ts';
import { endpoints } from './endpoints.ts';
import { environment } from './environment.ts';
import { errors } from './errors.ts';
import { evidenceCounts } from './evidence-counts.ts';
import { findings } from './findings.ts';
import { observations } from './observations.ts';
import { pageHead } from './page-head.ts';
import { verdictBanner, verdictCauses } from './verdict.ts';

const mostBytes = 150_000;

/** The whole report as one page that needs nothing else: no network, no script, no second file. */
export function renderHtml(report: Report): string {
  return renderWithin(mostBytes, report, page);
}

function page(report: Report): string {
  const { markup: visible } = markup`<!doctype html>
    <html lang="en">
    ${head(report)}
    <body>
    <a class="skip" href="#main">Skip to the report</a>
    ${verdictBanner(report)}
    ${contents(report)}
    ${main(report)}
    <footer class="inner"><p>${report.tool.name} ${report.tool.version} · run ${report.run.id} · the data of this page is embedded in it as JSON</p></footer>
    `;
  const data = embeddedJson(report, mostBytes - visible.length - script.length - 2000);
  return `${visible}<script type="application/json" id="report-data">${data}</script>
<script>${script}</script>
</body>
</html>
`;
}

function main(report: Report): Markup {
  return markup`<main id="main" class="inner">
    ${verdictCauses(report)}
    ${evidenceCounts(report)}
    ${findings(report)}
    ${endpoints(report)}${comparison(report)}
    ${availability(report)}
    ${errors(report)}
    ${observations(report)}
    ${clauses(report)}
    ${environment(report)}
    ${section('reproduce', 'Run exactly this again', command('reproduce-command', report.run.reproduce))}
    </main>`;
}

function head(report: Report): Markup {
  const { scenario, target, startedAt } = report.run;
  const outcome = outcomeOf(report);
  return pageHead(`${outcomeWords[outcome]}: ${scenario} of ${target}, ${utcTime(startedAt)}`, outcome);
}

const titles: readonly (readonly [id: string, title: string])[] = [
  ['evidence', 'What was judged'],
  ['findings', 'Findings'],
  ['endpoints', 'Endpoints'],
  ['errors', 'Errors'],
  ['observations', 'Not stated'],
  ['document', 'Document'],
  ['environment', 'Environment'],
  ['reproduce', 'Run again'],
];

function contents({ causes }: Report): Markup {
  const shown = causes.length > 0 ? ([['causes', 'Why'], ...titles] as const) : titles;
  return markup`<nav aria-label="Sections"><ul class="inner">${shown.map(
    ([id, title]) => markup`<li><a href="#${id}">${title}</a></li>
    `,
  )}</ul></nav>
    `;
}
