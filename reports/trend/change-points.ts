import { type Chance, chanceFor } from './chance.ts';
import { bestCut, fewestRuns, midRanks, type Series } from './ranks.ts';
import { resemblance } from './resemblance.ts';

export interface ChangePoint {
  readonly series: number;
  /** Index of the first run after the change. */
  readonly run: number;
  /** Chance that noise shows as much in any of the series. */
  readonly probability: number;
}

export interface Search {
  readonly changePoints: readonly ChangePoint[];
  /** Series that vary at all. */
  readonly varying: number;
  /** Correlation of neighbouring runs that is allowed for. */
  readonly correlation: number;
  /** Whether the strongest possible change would have been found. */
  readonly canTell: boolean;
}

/** Chance that series that do not change, however many, show any change. */
export const alpha = 0.01;

/**
 * Changes of level in any of the series. Each place where a series can be cut in two is scored by the exact rank test
 * of the runs before against those after. The best score of a series is a change when noise of as many runs, in which
 * neighbours resemble each other as they do here, reaches it in at most a share alpha of pages with so many series.
 * The parts left and right of a change are searched again.
 */
export function findChanges(all: readonly Series[]): Search {
  const correlation = resemblance(all);
  const changePoints: ChangePoint[] = [];
  const first = all.flatMap((values, series) => stretchOf(series, values, 0, values.length, correlation));
  for (let open = first; open.length > 0; ) {
    const found = open.flatMap((stretch) => changeIn(stretch, open.length));
    changePoints.push(...found.map(({ change }) => change));
    open = found.flatMap(({ stretch: { series, from, to }, change: { run } }) => [
      ...stretchOf(series, all[series] ?? [], from, run, correlation),
      ...stretchOf(series, all[series] ?? [], run, to, correlation),
    ]);
  }
  return {
    changePoints: changePoints.toSorted((a, b) => a.series - b.series || a.run - b.run),
    varying: all.filter(varies).length,
    correlation,
    canTell: first.some((stretch) => probabilityOf(strongest(stretch), stretch, first.length) <= alpha),
  };
}

/** A part of one series, its values as ranks. */
interface Stretch {
  readonly series: number;
  readonly from: number;
  readonly to: number;
  readonly ranks: Series;
  readonly runs: number;
  readonly chance: Chance;
}

function stretchOf(series: number, values: Series, from: number, to: number, correlation: number): Stretch[] {
  const inside = values.map((value, run) => (run >= from && run < to ? value : null));
  const runs = inside.filter((value) => value !== null).length;
  if (runs < 2 * fewestRuns || !varies(inside)) return [];
  return [{ series, from, to, ranks: midRanks(inside), runs, chance: chanceFor(runs, correlation) }];
}

function varies(values: Series): boolean {
  const first = values.find((value) => value !== null);
  return values.some((value) => value !== null && value !== first);
}

function changeIn(
  stretch: Stretch,
  family: number,
): { readonly stretch: Stretch; readonly change: ChangePoint }[] {
  const { score, run } = bestCut(stretch.ranks, stretch.runs, stretch.chance.table);
  const probability = probabilityOf(score, stretch, family);
  return probability <= alpha ? [{ stretch, change: { series: stretch.series, run, probability } }] : [];
}

/** In any of so many series, taken as independent of each other: where they are alike it is less. */
function probabilityOf(score: number, { chance }: Stretch, family: number): number {
  return 1 - (1 - chance.ofScore(score)) ** family;
}

/** Two halves that do not overlap. */
function strongest({ runs, chance: { table } }: Stretch): number {
  return -table(Math.floor(runs / 2), 0);
}

/** Runs that it takes, two halves apart without overlap, to be seen among so many series. */
export function runsNeeded(series: number): number {
  let runs = 2 * fewestRuns;
  while ((2 * Math.max(1, series)) / halves(runs) > alpha) runs++;
  return runs;
}

/** How many choices of half of the runs there are. */
function halves(runs: number): number {
  let count = 1;
  for (let item = 1; item <= Math.floor(runs / 2); item++) count = (count * (runs - item + 1)) / item;
  return count;
}
