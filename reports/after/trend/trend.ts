import { groupedBy } from '../../../checks/add-up.ts';
import { counted, countText, msText, percentText, utcTime } from '../../../checks/wording.ts';
import { endpointNames, endpointTitle } from '../../../schemas/endpoints.ts';
import { visible } from '../../escape.ts';
import { section, stateBadge, table, wholePage } from '../../html/elements.ts';
import { loadsSetting } from '../../judge/contract-summary.ts';
import { type Markup, markup, nothing, prose } from '../../markup.ts';
import { labels, outcomeOf, percentileMs } from '../../outcome.ts';
import { type EndpointResult, type Report, serviceOf } from '../../report.ts';
import { sparkline } from './sparkline.ts';

/** A run and its folder: relative to the page, with "/" between names. */
export interface RunFolder {
  readonly folder: string;
  readonly report: Report;
}

export interface SkippedFolder {
  readonly folder: string;
  readonly reason: string;
}

/** Runs whose figures give the range beside the newest one. */
const mostBefore = 10;

export type Trend = ReturnType<typeof trendOf>;

/**
 * Many runs over time, as series of comparable runs: the content of the trend page, which judges nothing. Series are in the order of their
 * first run, and runs in the order of their start.
 */
export function trendOf(found: readonly RunFolder[]) {
  const sorted = found.toSorted((a, b) => startOf(a) - startOf(b) || (a.folder < b.folder ? -1 : 1));
  const ids = sorted.map(({ report }) => report.run.id);
  // A copied folder counts once.
  const runs = sorted.filter(({ report }, index) => ids.indexOf(report.run.id) === index);
  const comparable = [...groupedBy(runs, ({ report }) => keyOf(report)).values()];
  return comparable.map((own, index) => ({ number: index + 1, runs: own, figures: figuresOf(own) }));
}

export function startOf({ report }: RunFolder): number {
  return Date.parse(report.run.startedAt);
}

/** What comparable runs have in common. Contracts are compared by content, not by file, and settings by value, whoever chose it. */
function keyOf({ run, contract: { declarations, settings } }: Report): string {
  const chosen = settings.flatMap(({ name, value }) => (name === loadsSetting ? [] : [[name, value]]));
  return JSON.stringify([serviceOf(run), run.scenario, run.profile, declarations, chosen]);
}

/** In milliseconds or as a share. Time axes start at 0, so that noise does not look large; those of shares end at 100 %. */
const shownFigures = [
  ...[50, 99].map((percentile) => ({
    name: `p${percentile}`,
    of: (result: EndpointResult) => percentileMs(result, percentile),
    text: (value: number) => msText(value),
    axis: (values: readonly number[]): [number, number] => [0, Math.max(...values)],
  })),
  {
    name: 'under the limit',
    of: (result: EndpointResult) => result.share_under_limit,
    text: (value: number) => percentText(value),
    axis: (values: readonly number[]): [number, number] => [Math.min(0.99, ...values), 1],
  },
];

/** Figures of the runs that came to their end: the others did not measure the same. */
function figuresOf(runs: readonly RunFolder[]) {
  const reports = runs.flatMap(({ report }) => (report.run.completeness === 'complete' ? report : []));
  return endpointNames.flatMap((endpoint) => {
    const results = reports.map(({ endpoints }) => endpoints.find(({ name }) => name === endpoint));
    return shownFigures.flatMap((figure) => {
      // One for each run; null where it has none.
      const values = results.map((result) => (result === undefined ? null : figure.of(result)));
      if (values.every((value) => value === null)) return [];
      const newest = values.at(-1) ?? null;
      const known = values.slice(-1 - mostBefore, -1).flatMap((value) => value ?? []);
      const before = known.length === 0 ? null : { lowest: Math.min(...known), highest: Math.max(...known) };
      return { endpoint, figure, values, newest, before };
    });
  });
}

/** Many runs as one self-contained page with links to the report of each run. */
export function renderTrend(trend: Trend, skipped: readonly SkippedFolder[] = []): string {
  const runs = newestFirst(trend);
  const { report: newest } = runs[0] as RunFolder;
  const outcome = outcomeOf(newest);
  const title = `Trend of ${counted(runs.length, 'run')} in ${countText(trend.length)} series`;
  const content = markup`<header class="banner ${labels[outcome].tone}"><div class="inner">
    <p class="quiet">Encryption and Backup Service Interface</p>
    <h1>${title}</h1>
    <p class="reason">Newest run: ${labels[outcome].word}. ${prose(newest.reason)}</p>
    </div></header>
    <main class="inner">
    ${trend.toReversed().map(seriesSection)}
    ${section('runs', 'Runs, newest first', runsTable(runs))}
    ${skippedSection(skipped)}
    </main>
    <footer class="inner"><p>This page judges nothing; each run has its own verdict. To find out whether one service is slower than another, start a run with <code>--compare</code>.</p></footer>`;
  return wholePage(title, content);
}

const mostLines = 20;

/** The outcomes of the newest runs as lines of text, the newest last, where the eye is. */
export function trendText(trend: Trend): string {
  const runs = newestFirst(trend);
  const lines = runs.slice(0, mostLines).map(({ folder, report }) => {
    const { startedAt, scenario } = report.run;
    const outcome = labels[outcomeOf(report)].word;
    return `${utcTime(startedAt)}  ${outcome.padEnd(12)}  ${visible(`${scenario}  ${folder}`)}\n`;
  });
  const older = runs.length - lines.length;
  return `${older === 0 ? '' : `${counted(older, 'older run')}\n`}${lines.toReversed().join('')}`;
}

/** All runs, each with the number of its series. */
function newestFirst(trend: Trend) {
  const placed = trend.flatMap(({ number, runs }) => runs.map((run) => ({ ...run, series: number })));
  return placed.toSorted((a, b) => startOf(b) - startOf(a));
}

function runsTable(runs: ReturnType<typeof newestFirst>): Markup {
  return table({
    name: 'Table of runs',
    caption: 'Runs are compared only within a series: the same service, scenario, profile and contract.',
    titles: ['Started', 'Series', 'Scenario', 'Verdict', 'Reason'],
    rows: runs.map(({ folder, report, series }) => [
      markup`<a class="target" href="${reportLink(folder)}">${utcTime(report.run.startedAt).replaceAll(' ', '\u00a0')}</a>`,
      markup`<a class="target" href="#series-${series}">${series}</a>`,
      report.run.scenario,
      stateBadge(outcomeOf(report)),
      prose(report.reason),
    ]),
  });
}

/** Relative to the page, so that it can be moved together with its run folders. */
export function reportLink(folder: string): string {
  return `${folder.split('/').map(encodeURIComponent).join('/')}/report.html`;
}

/** Each figure as a line over the runs, with its newest value and those before it. */
function seriesSection({ number, runs, figures }: Trend[number]): Markup {
  const { run, contract } = (runs.at(-1) as RunFolder).report;
  const declared = contract.file === null ? 'no contract' : `contract ${contract.file}`;
  const title = `Series ${number}: ${run.scenario} of ${serviceOf(run)}, ${run.profile} profile, ${declared}`;
  const figuresTable = table({
    name: `Figures of series ${number}`,
    caption:
      'Finished runs, oldest on the left; time axes start at 0. Before: the range of up to ten runs before the newest.',
    titles: ['Endpoint', 'Figure', 'Runs', 'Newest', 'Before'],
    figuresFrom: 3,
    rows: figures.map(({ endpoint, figure: { name, text, axis }, values, newest: last, before }) => [
      markup`<code>${endpointTitle(endpoint)}</code>`,
      name,
      sparkline(values, ...axis(values.filter((value) => value !== null))),
      last === null ? '–' : markup`<strong>${text(last)}</strong>`,
      before === null ? '–' : `${text(before.lowest)} to ${text(before.highest)}`,
    ]),
  });
  const none = markup`<p>No run of this series measured the service under load.</p>`;
  return section(`series-${number}`, title, figures.length === 0 ? none : figuresTable);
}

/** Folders that are not part of the trend, and why. */
function skippedSection(skipped: readonly SkippedFolder[]): Markup {
  if (skipped.length === 0) return nothing;
  const items = skipped.map(
    ({ folder, reason }) => markup`<li><code>${folder}</code>: ${reason}</li>
    `,
  );
  return section('skipped', 'Left out', markup`<ul>${items}</ul>`);
}
