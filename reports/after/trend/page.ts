import { cut } from '../../../checks/json-body.ts';
import { counted, countText, utcTime } from '../../../checks/wording.ts';
import { endpointTitle } from '../../../schemas/endpoints.ts';
import { sparkline } from '../../charts/drawing.ts';
import { pageHead, quietly, section, table, verdictBadge } from '../../html/elements.ts';
import { type Markup, markup, nothing, type Piece, prose } from '../../markup.ts';
import { outcomeOf, verdictLabels } from '../../outcome.ts';
import { serviceOf } from '../../report.ts';
import type { FigureTrend, Series, SkippedFolder, Trend } from './trend.ts';

const mostSkipped = 50;
const short = (text: string) => cut(text, 200);

/** Many runs as one self-contained page with links to the report of each run. */
export function renderTrend(trend: Trend, skipped: readonly SkippedFolder[] = []): string {
  const runs = newestFirst(trend);
  const newest = runs[0]?.report;
  const outcome = newest === undefined ? 'none' : outcomeOf(newest);
  const title = `Trend of ${counted(runs.length, 'run')} in ${countText(trend.series.length)} series`;
  return markup`<!doctype html>
    <html lang="en">
    ${pageHead(title)}
    <body>
    <header class="banner ${verdictLabels[outcome].tone}"><div class="inner">
    <p class="quiet">Encryption and Backup Service Interface</p>
    <h1>${title}</h1>
    <p class="reason">Newest run: ${verdictLabels[outcome].word}. ${newest === undefined ? nothing : prose(short(newest.reason))}</p>
    </div></header>
    <main class="inner">
    ${trend.series.toReversed().map(seriesSection)}
    ${section('runs', 'Runs, newest first', runsTable(runs), quietly(trend.older === 0 ? '' : `${counted(trend.older, 'older run')} left out.`, 'p'))}
    ${skippedSection(skipped)}
    </main>
    <footer class="inner"><p>This page judges nothing; each run has its own verdict. To find out whether one service is slower than another, start a run with <code>--compare</code>.</p></footer>
    </body>
    </html>
    `.markup;
}

/** Each with the number of its series. */
function newestFirst({ series }: Trend) {
  const placed = series.flatMap(({ number, runs }) => runs.map((run) => ({ ...run, series: number })));
  return placed.toSorted((a, b) => Date.parse(b.report.run.startedAt) - Date.parse(a.report.run.startedAt));
}

function runsTable(runs: ReturnType<typeof newestFirst>): Markup {
  return table({
    name: 'Table of runs',
    caption: 'Runs are compared only within a series: the same service, scenario, profile and contract.',
    titles: ['Started', 'Series', 'Scenario', 'Verdict', 'Reason'],
    figuresFrom: 5,
    rows: runs.map(({ folder, report, series }) => [
      markup`<a class="target" href="${reportLink(folder)}">${utcTime(report.run.startedAt).replaceAll(' ', '\u00a0')}</a>`,
      markup`<a class="target" href="#series-${series}">${series}</a>`,
      short(report.run.scenario),
      verdictBadge(outcomeOf(report)),
      prose(short(report.reason)),
    ]),
  });
}

/** Relative to the page, so that it can be moved together with its run folders. */
export function reportLink(folder: string): string {
  return `${folder.split('/').map(encodeURIComponent).join('/')}/report.html`;
}

function seriesSection({ number, runs, figures }: Series): Markup {
  const newest = runs.at(-1)?.report;
  if (newest === undefined) return nothing;
  const { run, contract } = newest;
  const declared = contract.file === null ? 'no contract' : `contract ${contract.file}`;
  const title = `Series ${number}: ${run.scenario} of ${serviceOf(run)}, ${run.profile} profile, ${declared}`;
  return section(
    `series-${number}`,
    short(title),
    figures.length === 0
      ? markup`<p>No run of this series measured the service under load.</p>`
      : figuresTable(number, figures),
  );
}

/** Each figure as a line over the runs, with its newest value and those before it. */
function figuresTable(number: number, figures: readonly FigureTrend[]): Markup {
  return table({
    name: `Figures of series ${number}`,
    caption:
      'Finished runs, oldest on the left; time axes start at 0. Before: the range of up to ten runs before the newest.',
    titles: ['Endpoint', 'Figure', 'Runs', 'Newest', 'Before'],
    figuresFrom: 3,
    rows: figures.map(figureRow),
  });
}

function figureRow({ endpoint, figure, values, newest, before }: FigureTrend): readonly Piece[] {
  const { name, text, axis } = figure;
  return [
    markup`<code>${endpointTitle(endpoint)}</code>`,
    name,
    sparkline(values, ...axis(values.filter((value) => value !== null))),
    newest === null ? '–' : markup`<strong>${text(newest)}</strong>`,
    before === null ? '–' : `${text(before.lowest)} to ${text(before.highest)}`,
  ];
}

/** Folders that are not part of the trend, and why. */
function skippedSection(skipped: readonly SkippedFolder[]): Markup {
  if (skipped.length === 0) return nothing;
  const items = skipped.slice(0, mostSkipped).map(
    ({ folder, reason }) => markup`<li><code>${short(folder)}</code>: ${short(reason)}</li>
    `,
  );
  const more = skipped.length - items.length;
  return section(
    'skipped',
    'Left out',
    markup`<ul>${items}</ul>`,
    quietly(more > 0 ? `and ${countText(more)} more` : '', 'p'),
  );
}
