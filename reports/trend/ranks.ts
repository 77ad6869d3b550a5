import type { RankTable } from './rank-table.ts';

/** The run-level values of one figure, by index of the run; null where a run has none. */
export type Series = readonly (number | null)[];

/** Ranks from 1, equal values sharing the middle of theirs; null for no value. */
export function midRanks(values: Series): Series {
  const sorted = Float64Array.from(values.filter((value) => value !== null)).sort();
  return values.map((value) => {
    if (value === null) return null;
    const below = placeOf(sorted, (other) => other < value);
    return (below + 1 + placeOf(sorted, (other) => other <= value)) / 2;
  });
}

/** How many of the sorted values, all of them at the start, are `before`. */
function placeOf(sorted: Float64Array, before: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(sorted[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Fewest runs on either side of a change. */
export const fewestRuns = 3;

export interface Cut {
  /** −ln of the chance of so small a rank sum on either side. */
  readonly score: number;
  /** Index of the first run after the cut. */
  readonly run: number;
}

/** Where the ranks before and after differ most, by the exact rank test. */
export function bestCut(ranks: Series, runs: number, table: RankTable): Cut {
  let best: Cut = { score: 0, run: 0 };
  let size = 0;
  let sum = 0;
  ranks.forEach((rank, run) => {
    if (rank === null) return;
    if (size >= fewestRuns && size <= runs - fewestRuns) {
      const u = sum - (size * (size + 1)) / 2;
      const score = -table(size, Math.min(u, size * (runs - size) - u));
      if (score > best.score) best = { score, run };
    }
    size += 1;
    sum += rank;
  });
  return best;
}
