import { coveringArray } from '../../dist/covering-array.ts';
import { dimensionNames, goesWith, type Point } from './level.ts';
import { space } from './table.ts';

/** Points of a covering array, in which any two levels occur together. Other probes have drawn levels. */
const rows: readonly Point[] = coveringArray.rows.split(' ').map((row) => {
  const cells = Object.entries(coveringArray.names).map(
    ([dimension, names], at) => [dimension, names[parseInt(row.charAt(at), 36)]] as const,
  );
  return Object.fromEntries(cells);
});

/** Whether a point planned for another credential suits this one. */
function isFree(row: Point, credential: string): boolean {
  const isPossible = dimensionNames.every((dimension) => {
    const level = space[dimension].find(({ name }) => name === row[dimension]);
    return level === undefined || goesWith(level, dimension, { credential }, []);
  });
  return isPossible && row.credential !== credential;
}

/** The points of one credential, in order. Of strength 2, every third probe is drawn, so that a run cut short includes both kinds. */
function pointsFor(strength: number, credential: string): Iterator<Point> {
  const own = strength < 2 ? [] : rows.filter((row) => row.credential === credential);
  if (strength === 3) return [...own, ...rows.filter((row) => isFree(row, credential))].values();
  return own.flatMap((row, at) => (at % 2 === 0 ? [row] : [row, {}])).values();
}

/** Plans the next probe of a credential. Strength 2 combines any two levels, 3 each of these pairs with each credential, 1 nothing. */
export function pointPlanner(strength: number): (credential: string | undefined) => Point {
  const left = new Map<string, Iterator<Point>>();
  return (credential = '') => {
    const points = left.get(credential) ?? pointsFor(strength, credential);
    left.set(credential, points);
    return points.next().value ?? {};
  };
}
