import { msText, percentText } from '../../../checks/wording.ts';
import { endpointNames } from '../../../schemas/endpoints.ts';
import { loadsSetting } from '../../judge/contract-summary.ts';
import { percentileMs } from '../../outcome.ts';
import { type EndpointResult, type Report, serviceOf } from '../../report.ts';

/** A run and its folder: relative to the page, with "/" between names. */
export interface RunFolder {
  readonly folder: string;
  readonly report: Report;
}

export interface SkippedFolder {
  readonly folder: string;
  readonly reason: string;
}

const mostRuns = 200;
const mostBefore = 10;

export type Trend = ReturnType<typeof trendOf>;
export type Series = Trend['series'][number];
export type FigureTrend = Series['figures'][number];

/** Many runs over time: the content of the trend page. It judges nothing. */
export function trendOf(found: readonly RunFolder[]) {
  const sorted = found.toSorted((a, b) => startOf(a) - startOf(b) || (a.folder < b.folder ? -1 : 1));
  const ids = sorted.map(({ report }) => report.run.id);
  // A copied folder counts once.
  const runs = sorted.filter(({ report }, index) => ids.indexOf(report.run.id) === index);
  const shown = runs.slice(-mostRuns);
  const keys = [...new Set(shown.map(({ report }) => keyOf(report)))];
  return {
    // Of comparable runs, in the order of their start. The series are in the order of their first run.
    series: keys.map((key, index) => {
      const own = shown.filter(({ report }) => keyOf(report) === key);
      return { number: index + 1, runs: own, figures: figuresOf(completed(own)) };
    }),
    // Left out to keep the page small.
    older: runs.length - shown.length,
  };
}

function startOf({ report }: RunFolder): number {
  return Date.parse(report.run.startedAt);
}

/** What comparable runs have in common. Contracts are compared by content, not by file. */
function keyOf({ run, contract: { declarations, settings } }: Report): string {
  const chosen = settings.filter(({ name }) => name !== loadsSetting);
  return JSON.stringify([serviceOf(run), run.scenario, run.profile, declarations, chosen]);
}

/** Runs that were cut short are left out: they measured something else. */
function completed(runs: readonly RunFolder[]): readonly Report[] {
  return runs.flatMap(({ report }) => (report.run.completeness === 'complete' ? report : []));
}

/** A figure of an endpoint, and how it is shown. */
interface TrendFigure {
  readonly name: string;
  /** Milliseconds or a share. */
  readonly of: (result: EndpointResult) => number | null;
  readonly text: (value: number) => string;
  /** The range of its axis. */
  readonly axis: (values: readonly number[]) => readonly [lowest: number, highest: number];
}

/** Times from 0, so that noise does not look large; shares from 99 % or the lowest, up to 100 %. */
const shownFigures: readonly TrendFigure[] = [
  ...[50, 99].map(
    (percentile): TrendFigure => ({
      name: `p${percentile}`,
      of: (result) => percentileMs(result, percentile),
      text: (value) => msText(value),
      axis: (values) => [0, Math.max(...values)],
    }),
  ),
  {
    name: 'under the limit',
    of: ({ share_under_limit }) => share_under_limit,
    text: (value) => percentText(value),
    axis: (values) => [Math.min(0.99, ...values), 1],
  },
];

function figuresOf(reports: readonly Report[]) {
  return endpointNames.flatMap((endpoint) => {
    const results = reports.map(({ endpoints }) => endpoints.find(({ name }) => name === endpoint));
    return shownFigures.flatMap((figure) => {
      // One for each run; null where it has none.
      const values = results.map((result) => (result === undefined ? null : figure.of(result)));
      if (values.every((value) => value === null)) return [];
      const newest = values.at(-1) ?? null;
      return { endpoint, figure, values, newest, before: beforeOf(values.slice(0, -1)) };
    });
  });
}

/** The range of up to ten runs before the newest; null: of none. */
function beforeOf(values: readonly (number | null)[]) {
  const known = values.slice(-mostBefore).flatMap((value) => value ?? []);
  return known.length === 0 ? null : { lowest: Math.min(...known), highest: Math.max(...known) };
}
