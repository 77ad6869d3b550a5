import { quantile } from '../../checks/statistics/quantile.ts';
import type { Report } from '../report.ts';
import { alpha, findChanges, runsNeeded } from './change-points.ts';
import { differentCircumstances } from './circumstances.ts';
import type { Change, Detection, EndpointTrend, FigureName, Point } from './model.ts';
import { quantileNames } from './points.ts';
import { pooledShare, shareDifference, timeRatio } from './shift.ts';

/** A shift of a time below both is noise of the machine, however sure it is. */
export const leastShift = { ratio: 0.02, ms: 0.2 } as const;

interface FigureSeries {
  readonly trend: EndpointTrend;
  readonly figure: FigureName;
}

/** Every change of a figure that is more than noise, the newest first, and what the search could have found. */
export function changesOf(
  endpoints: readonly EndpointTrend[],
  reports: readonly Report[],
): { readonly changes: readonly Change[]; readonly detection: Detection } {
  const all = endpoints.flatMap((trend) =>
    (['share', ...quantileNames] as const).map((figure) => ({ trend, figure })),
  );
  const search = findChanges(
    all.map(({ trend, figure }) => trend.points.map((point) => figureAt(point, figure))),
  );
  const changes = all.flatMap((series, index) => {
    const found = search.changePoints.filter((change) => change.series === index);
    return found.flatMap(({ run, probability }, place) => {
      const from = found[place - 1]?.run ?? 0;
      const to = found[place + 1]?.run ?? reports.length;
      return describe(series, { from, run, to }, probability, reports);
    });
  });
  const runs = reports.filter(({ run }) => run.completeness === 'complete').length;
  const { varying: series, canTell, correlation } = search;
  return {
    changes: changes.toSorted((a, b) => b.run - a.run),
    detection: { alpha, correlation, series, runs, canTell, runsNeeded: runsNeeded(series) },
  };
}

function figureAt(point: Point | null, figure: FigureName): number | null {
  if (point === null) return null;
  return figure === 'share' ? point.share : (point.quantiles[figure]?.ms ?? null);
}

interface Place {
  readonly from: number;
  /** First run after the change. */
  readonly run: number;
  readonly to: number;
}

function describe(
  { trend, figure }: FigureSeries,
  { from, run, to }: Place,
  probability: number,
  reports: readonly Report[],
): Change[] {
  const before = trend.points.slice(from, run).flatMap((point) => point ?? []);
  const after = trend.points.slice(run, to).flatMap((point) => point ?? []);
  const levels = figure === 'share' ? shareLevels(before, after) : timeLevels(before, after, figure);
  if (levels === null) return [];
  const last = reports.slice(0, run).findLast((report) => report.run.completeness === 'complete');
  const first = reports[run];
  const circumstances = last === undefined || first === undefined ? [] : differentCircumstances(last, first);
  const { name, endpoint } = trend;
  return [{ name, endpoint, figure, run, ...levels, probability, circumstances }];
}

type Levels = Pick<Change, 'before' | 'after' | 'shift' | 'isWorse' | 'runsBefore' | 'runsAfter'>;

function shareLevels(before: readonly Point[], after: readonly Point[]): Levels {
  const shift = shareDifference(before, after);
  return {
    before: pooledShare(before),
    after: pooledShare(after),
    shift,
    isWorse: shift.value < 0,
    runsBefore: before.length,
    runsAfter: after.length,
  };
}

function timeLevels(
  before: readonly Point[],
  after: readonly Point[],
  figure: Exclude<FigureName, 'share'>,
): Levels | null {
  const times = (points: readonly Point[]) => points.flatMap((point) => point.quantiles[figure]?.ms ?? []);
  const [early, late] = [times(before), times(after)];
  const level = (values: readonly number[]) => quantile(values, 0.5);
  const shift = timeRatio(early, late);
  const movedMs = Math.abs(shift.value - 1) * level(early);
  if (Math.abs(shift.value - 1) < leastShift.ratio || movedMs < leastShift.ms) return null;
  return {
    before: level(early),
    after: level(late),
    shift,
    isWorse: shift.value > 1,
    runsBefore: early.length,
    runsAfter: late.length,
  };
}
