import type { RankTable } from './rank-table.ts';

/** The run-level values of one figure, by index of the run; null where a run has none. */
export type Series = readonly (number | null)[];

/** Ranks from 1, equal values sharing the middle of theirs; null for no value. */
export function midRanks(values: Series): Series {
  const order = values.flatMap((value, run) => (value === null ? [] : [{ value, run }]));
  order.sort((a, b) => a.value - b.value);
  const ranks: (number | null)[] = values.map(() => null);
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    while (order[end]?.value === order[first]?.value && end < order.length) end++;
    for (const { run } of order.slice(first, end)) ranks[run] = (first + 1 + end) / 2;
    first = end;
  }
  return ranks;
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
