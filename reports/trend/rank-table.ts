/** ln of the chance that the rank sum statistic U of `size` of the runs is at most `u`; u may lie between integers. */
export type RankTable = (size: number, u: number) => number;

/**
 * The exact distribution of the Mann–Whitney U of any part of so many untied runs, counted over all choices of runs.
 * U is the rank sum of the part less its least possible value.
 */
export function rankTable(runs: number): RankTable {
  const largest = Math.floor(runs / 2);
  const tails = waysByRankSum(runs, largest).map((ways, size) => logTails(ways, size, runs));
  return (size, u) => {
    const tail = tails[Math.min(size, runs - size)] ?? [];
    const below = Math.floor(u);
    const [low, high] = [tail[below] ?? 0, tail[below + 1] ?? 0];
    return low + (high - low) * (u - below);
  };
}

/** How many choices of k of the ranks 1 to n have the sum s, for every k and s. */
function waysByRankSum(runs: number, largest: number): Float64Array[] {
  const most = (largest * (2 * runs - largest + 1)) / 2;
  const ways = Array.from({ length: largest + 1 }, () => new Float64Array(most + 1));
  at(ways, 0)[0] = 1;
  for (let rank = 1; rank <= runs; rank++) {
    for (let size = Math.min(rank, largest); size >= 1; size--) {
      addShifted(at(ways, size), at(ways, size - 1), rank);
    }
  }
  return ways;
}

function addShifted(into: Float64Array, from: Float64Array, shift: number): void {
  for (let sum = into.length - 1; sum >= shift; sum--) {
    const ways = from[sum - shift] ?? 0;
    if (ways > 0) into[sum] = (into[sum] ?? 0) + ways;
  }
}

function at(rows: readonly Float64Array[], index: number): Float64Array {
  return rows[index] ?? new Float64Array(0);
}

function logTails(ways: Float64Array, size: number, runs: number): number[] {
  const least = (size * (size + 1)) / 2;
  const total = ways.reduce((sum, count) => sum + count, 0);
  let below = 0;
  return Array.from({ length: size * (runs - size) + 1 }, (_, u) => {
    below += ways[least + u] ?? 0;
    return Math.log(below / total);
  });
}

/** The highest u whose lower tail is at most `alpha`; −1 where even 0 is likelier. */
export function tailQuantile(table: RankTable, size: number, runs: number, alpha: number): number {
  let u = -1;
  while (u < size * (runs - size) && table(size, u + 1) <= Math.log(alpha)) u++;
  return u;
}
