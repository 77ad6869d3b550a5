import { normal, resemblingNormals, seededRandom } from './random.ts';
import { type RankTable, rankTable } from './rank-table.ts';
import { bestCut, midRanks } from './ranks.ts';

/** Series that are drawn at random to learn what noise does. */
export const drawn = 20_000;
/** Only rare scores matter: the highest of those drawn. */
const keptScores = 1000;
const seed = 20;

/** What noise does to series of so many runs, of which neighbours resemble each other by a correlation. */
export interface Chance {
  readonly table: RankTable;
  /** Share of noise series whose best cut scores as much; 1 where that is nothing rare. */
  readonly ofScore: (score: number) => number;
}

const known = new Map<string, Chance>();

/** Worked out once for each number of runs and correlation. */
export function chanceFor(runs: number, correlation: number): Chance {
  const key = `${runs} ${correlation}`;
  const chance = known.get(key) ?? newChance(runs, correlation);
  known.set(key, chance);
  return chance;
}

function newChance(runs: number, correlation: number): Chance {
  const table = rankTable(runs);
  const random = seededRandom(seed);
  const scores = Float64Array.from({ length: drawn }, () => {
    const values =
      correlation === 0 ? independent(runs, random) : resemblingNormals(runs, correlation, random);
    return bestCut(midRanks(values), runs, table).score;
  }).sort();
  const highest = scores.slice(-keptScores);
  const ofScore = (score: number) => {
    const reached = highest.filter((one) => one >= score - 1e-9).length;
    return reached === keptScores ? 1 : (1 + reached) / (drawn + 1);
  };
  return { table, ofScore };
}

function independent(runs: number, random: () => number): number[] {
  return Array.from({ length: runs }, () => normal(random));
}
