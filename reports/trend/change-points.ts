import { seededRandom } from './random.ts';
import { type RankTable, rankTable } from './rank-table.ts';

/** The run-level values of one figure, by index of the run; null where a run has none. */
export type Series = readonly (number | null)[];

export interface ChangePoint {
  readonly series: number;
  /** Index of the first run after the change. */
  readonly run: number;
  readonly probability: number;
}

export interface Search {
  readonly changePoints: readonly ChangePoint[];
  /** Series that vary at all. */
  readonly varying: number;
  /** Whether the strongest possible change would have been found. */
  readonly canTell: boolean;
}

/** Chance that unchanged series, however many and however much alike, show any change. */
export const alpha = 0.01;
/** Random orders of the runs against which the true order is held. */
export const orders = 1999;
const fewestRuns = 3;
const seed = 20;

/**
 * Changes of level in any of the series. Each place where a series can be cut in two is scored by the exact rank test
 * of the runs before against those after; the best score of a series counts as a change when at most a share alpha of
 * random orders of the runs reach it in any series. The parts left and right of a change are searched again.
 */
export function findChanges(all: readonly Series[]): Search {
  const tables = new Map<number, RankTable>();
  let open = all.flatMap((values, series) => segmentOf(series, values, 0, values.length, tables));
  const first = scan(open, all[0]?.length ?? 0);
  const changePoints: ChangePoint[] = [];
  for (let found = first; found.changes.length > 0; found = scan(open, all[0]?.length ?? 0)) {
    changePoints.push(
      ...found.changes.map(({ segment, ...change }) => ({ ...change, series: segment.series })),
    );
    open = found.changes.flatMap(({ segment, run }) => [
      ...segmentOf(segment.series, all[segment.series] ?? [], segment.from, run, tables),
      ...segmentOf(segment.series, all[segment.series] ?? [], run, segment.to, tables),
    ]);
  }
  return {
    changePoints: changePoints.toSorted((a, b) => a.series - b.series || a.run - b.run),
    varying: all.filter(varies).length,
    canTell: first.canTell,
  };
}

/** A stretch of one series, its values as ranks. */
interface Segment {
  readonly series: number;
  readonly from: number;
  readonly to: number;
  /** By index of the run; 0 where the run has no value here. */
  readonly ranks: readonly number[];
  readonly runs: number;
  readonly table: RankTable;
}

function segmentOf(
  series: number,
  values: Series,
  from: number,
  to: number,
  tables: Map<number, RankTable>,
): Segment[] {
  const inside = values.map((value, run) => (run >= from && run < to ? value : null));
  const runs = inside.filter((value) => value !== null).length;
  if (runs < 2 * fewestRuns || !varies(inside)) return [];
  const table = tables.get(runs) ?? rankTable(runs);
  tables.set(runs, table);
  return [{ series, from, to, ranks: midRanks(inside), runs, table }];
}

function varies(values: Series): boolean {
  const first = values.find((value) => value !== null);
  return values.some((value) => value !== null && value !== first);
}

/** Ranks from 1, equal values sharing the middle of theirs; 0 for no value. */
export function midRanks(values: Series): number[] {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  return values.map((value) =>
    value === null ? 0 : (known.indexOf(value) + known.lastIndexOf(value)) / 2 + 1,
  );
}

interface Scan {
  readonly changes: readonly {
    readonly segment: Segment;
    readonly run: number;
    readonly probability: number;
  }[];
  readonly canTell: boolean;
}

function scan(segments: readonly Segment[], runs: number): Scan {
  if (segments.length === 0) return { changes: [], canTell: false };
  const inOrder = Array.from({ length: runs }, (_, run) => run);
  const highest = highestByChance(segments, inOrder);
  const probabilityOf = (score: number) =>
    (1 + highest.filter((chance) => chance >= score - 1e-9).length) / (orders + 1);
  const changes = segments.flatMap((segment) => {
    const { score, run } = bestCut(segment, inOrder);
    const probability = probabilityOf(score);
    return probability <= alpha ? [{ segment, run, probability }] : [];
  });
  const strongest = Math.max(...segments.map(({ runs: size, table }) => -table(Math.floor(size / 2), 0)));
  return { changes, canTell: probabilityOf(strongest) <= alpha };
}

/** The best score of any segment in each random order; one order serves all, so that what is alike stays alike. */
function highestByChance(segments: readonly Segment[], inOrder: readonly number[]): number[] {
  const random = seededRandom(seed);
  const order = [...inOrder];
  return Array.from({ length: orders }, () => {
    shuffle(order, random);
    return Math.max(...segments.map((segment) => bestCut(segment, order).score));
  });
}

function shuffle(items: number[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const moved = items[last] ?? 0;
    items[last] = items[other] ?? 0;
    items[other] = moved;
  }
}

/** Where the ranks before and after differ most: the score is −ln of the chance of so small a rank sum on either side. */
function bestCut({ ranks, runs, table }: Segment, order: readonly number[]): { score: number; run: number } {
  let best = { score: 0, run: 0 };
  let size = 0;
  let sum = 0;
  for (const run of order) {
    const rank = ranks[run] ?? 0;
    if (rank === 0) continue;
    if (size >= fewestRuns && size <= runs - fewestRuns) {
      const u = sum - (size * (size + 1)) / 2;
      const score = -table(size, Math.min(u, size * (runs - size) - u));
      if (score > best.score) best = { score, run };
    }
    size += 1;
    sum += rank;
  }
  return best;
}

/** Runs that it takes, halves apart without overlap, to be seen among so many series. */
export function runsNeeded(series: number): number {
  let runs = 2 * fewestRuns;
  while ((2 * Math.max(1, series)) / choices(runs) > alpha) runs++;
  return runs;
}

/** How many halves so many runs have. */
function choices(runs: number): number {
  let count = 1;
  for (let item = 1; item <= Math.floor(runs / 2); item++) count = (count * (runs - item + 1)) / item;
  return count;
}
