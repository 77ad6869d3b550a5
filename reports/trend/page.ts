import { endpointTitle } from '../../schemas/endpoints.ts';
import { sparkline } from '../charts/sparkline.ts';
import { cut } from '../escape.ts';
import { count, counted, milliseconds, ms, share, utcTime } from '../format.ts';
import { badge, definitions, numbersTable, scrolling, section, type Tone, table } from '../html/elements.ts';
import { pageHead } from '../html/page-head.ts';
import { type Markup, markup, nothing, type Part, prose } from '../markup.ts';
import { type Outcome, outcomeOf, outcomeWords } from '../outcome.ts';
import { type Report, serviceOf } from '../report.ts';
import {
  completed,
  type FigureName,
  type FigureTrend,
  type RunFolder,
  type Series,
  type Trend,
} from './trend.ts';

const longestText = 200;
const mostSkipped = 50;

/** Many runs as one page that needs nothing else; its links lead to the reports of the runs beside it. */
export function renderTrend(trend: Trend): string {
  const runs = allRuns(trend);
  const newest = runs[0]?.run.report;
  const outcome = newest === undefined ? 'none' : outcomeOf(newest);
  const title = `Trend of ${counted(runs.length, 'run')} in ${count(trend.series.length)} series`;
  return markup`<!doctype html>
    <html lang="en">
    ${pageHead(title, outcome)}
    <body>
    <header class="banner ${outcome}"><div class="inner">
    <p class="eyebrow">Encryption and Backup Service Interface</p>
    <h1>${title}</h1>
    <p class="reason">Newest run: ${outcomeWords[outcome]}. ${newest === undefined ? nothing : prose(cut(newest.reason, longestText))}</p>
    </div></header>
    <main class="inner">
    ${trend.series.toReversed().map(seriesSection)}
    ${section('runs', 'Runs, newest first', runsTable(runs), olderNote(trend))}
    ${skippedSection(trend)}
    </main>
    <footer class="inner"><p>This page decides nothing; each run has its own verdict. To find out whether one service is slower than another, start a run with <code>--compare</code>.</p></footer>
    </body>
    </html>
    `.markup;
}

interface Placed {
  readonly run: RunFolder;
  readonly series: number;
}

function allRuns({ series }: Trend): readonly Placed[] {
  const placed = series.flatMap(({ number, runs }) => runs.map((run) => ({ run, series: number })));
  return placed.toSorted(
    (a, b) => Date.parse(b.run.report.run.startedAt) - Date.parse(a.run.report.run.startedAt),
  );
}

const tones: Readonly<Record<Outcome, Tone>> = {
  pass: 'good',
  fail: 'bad',
  inconclusive: 'unclear',
  none: 'plain',
};

function runsTable(runs: readonly Placed[]): Markup {
  const titles = ['Started', 'Series', 'Scenario', 'Verdict', 'Reason'];
  const rows = runs.map(({ run: { folder, report }, series }): readonly Part[] => [
    markup`<a class="target" href="${reportLink(folder)}">${startOf(report)}</a>`,
    markup`<a class="target" href="#series-${series}">${series}</a>`,
    cut(report.run.scenario, longestText),
    badge(tones[outcomeOf(report)], outcomeWords[outcomeOf(report)]),
    prose(cut(report.reason, longestText)),
  ]);
  const caption = 'Runs are compared only within a series: the same service, scenario, profile and contract.';
  return scrolling(
    'Table of runs',
    table(
      caption,
      titles.map((title) => ({ title })),
      rows,
    ),
  );
}

function startOf({ run }: Report): string {
  return utcTime(run.startedAt).replaceAll(' ', '\u00a0');
}

/** Relative to the page: it may be moved together with the folders of its runs. */
export function reportLink(folder: string): string {
  return `${folder.split('/').map(encodeURIComponent).join('/')}/report.html`;
}

function olderNote({ older }: Trend): Markup {
  return older === 0 ? nothing : markup`<p class="quiet">${counted(older, 'older run')} left out.</p>`;
}

function seriesSection({ number, runs, figures }: Series): Markup {
  const newest = runs.at(-1)?.report;
  if (newest === undefined) return nothing;
  const { run } = newest;
  return section(
    `series-${number}`,
    cut(`Series ${number}: ${run.scenario} of ${serviceOf(run)}`, longestText),
    circumstances(newest, completed(runs)),
    figures.length === 0
      ? markup`<p>No run of this series measured the service under load.</p>`
      : [figuresTable(number, figures), numbers(number, runs, figures)],
  );
}

/** What the runs have in common, and the machines that made them: figures of different ones differ by themselves. */
function circumstances({ run, contract }: Report, reports: readonly Report[]): Markup {
  const settings = contract.settings.map(({ name, value }) => `${name}: ${value}`).join('; ');
  const declared = contract.declarations.join(' ');
  const machines = reports.map(({ generator }) => `${generator.os}, ${generator.cores ?? 'unknown'} cores`);
  return definitions([
    ['Profile', cut(run.profile, longestText)],
    ['Contract', cut(contract.file ?? 'none', longestText)],
    ['Settings', cut(settings, 2 * longestText)],
    ['Declarations', declared === '' ? null : prose(cut(declared, 5 * longestText))],
    ['Machines', cut([...new Set(machines)].join('; '), 2 * longestText)],
  ]);
}

/** For each figure its line over the runs, and the newest value beside those before it. */
function figuresTable(number: number, figures: readonly FigureTrend[]): Markup {
  const caption =
    'Finished runs, oldest on the left; time axes start at 0. Before: median and range of up to ten runs before the newest.';
  const columns = ['Endpoint', 'Figure', 'Runs'].map((title) => ({ title }));
  const numbered = ['Newest', 'Before', 'Range'].map((title) => ({ title, isNumber: true }));
  return scrolling(
    `Figures of series ${number}`,
    table(caption, [...columns, ...numbered], figures.map(figureRow)),
  );
}

function figureRow({ endpoint, figure, values, newest, before }: FigureTrend): readonly Part[] {
  const text = (value: number) => (figure === 'share' ? share(value) : ms(value));
  return [
    markup`<code>${endpointTitle(endpoint)}</code>`,
    figureWords[figure],
    lineOf(figure, values),
    newest === null ? '–' : markup`<strong>${text(newest)}</strong>`,
    before === null
      ? '–'
      : [text(before.median), markup`<span class="quiet">${counted(before.runs, 'run')}</span>`],
    before === null ? '–' : `${text(before.lowest)} to ${text(before.highest)}`,
  ];
}

const figureWords: Readonly<Record<FigureName, string>> = {
  p50: 'p50',
  p99: 'p99',
  share: 'under the limit',
};

/** Times from 0, so that noise does not look large; shares from 99 % or the lowest, up to 100 %. */
function lineOf(figure: FigureName, values: readonly (number | null)[]): Markup {
  const known = values.flatMap((value) => value ?? []);
  return figure === 'share'
    ? sparkline(values, Math.min(0.99, ...known), 1)
    : sparkline(values, 0, Math.max(...known));
}

function numbers(number: number, runs: readonly RunFolder[], figures: readonly FigureTrend[]): Markup {
  const starts = completed(runs).map(startOf);
  const shown = (figure: FigureName, value: number | null | undefined) => {
    if (value === null || value === undefined) return '–';
    return figure === 'share' ? share(value) : milliseconds(value);
  };
  const titles = figures.map(({ endpoint, figure }) => `${endpoint} ${figureWords[figure]}`);
  const rows = starts.map((start, index) => [
    start,
    ...figures.map(({ figure, values }) => shown(figure, values[index])),
  ]);
  const whole = numbersTable('Times in milliseconds.', ['Started', ...titles], rows.toReversed());
  return markup`<details class="numbers"><summary>Numbers of series ${number}</summary>${scrolling(`Numbers of series ${number}`, whole)}</details>
    `;
}

/** Folders that are not part of the trend, and why. */
function skippedSection({ skipped }: Trend): Markup {
  if (skipped.length === 0) return nothing;
  const items = skipped.slice(0, mostSkipped).map(
    ({
      folder,
      reason,
    }) => markup`<li><code>${cut(folder, longestText)}</code>: ${cut(reason, longestText)}</li>
    `,
  );
  const more = skipped.length - items.length;
  return section(
    'skipped',
    'Left out',
    markup`<ul>${items}${more > 0 ? markup`<li>and ${count(more)} more` : nothing}</ul>`,
  );
}
