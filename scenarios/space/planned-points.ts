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

/** One in this many probes of a credential has no planned point, so that a run cut short includes both kinds. */
const drawnAmong = 3;

/** Whether a point planned for another credential suits this one. */
function isFree(row: Point, credential: string): boolean {
  const isPossible = dimensionNames.every((dimension) => {
    const level = space[dimension].find(({ name }) => name === row[dimension]);
    return level === undefined || goesWith(level, dimension, { credential }, []);
  });
  return isPossible && row.credential !== credential;
}

/** Plans the next probe of a credential. Strength 2 combines any two levels, 3 each of these pairs with each credential, 1 nothing. */
export function pointPlanner(strength: number): (credential: string | undefined) => Point {
  const plans = new Map<string, { readonly points: readonly Point[]; used: number }>();
  return (credential = '') => {
    const plan = plans.get(credential) ?? {
      points: [
        ...(strength < 2 ? [] : rows.filter((row) => row.credential === credential)),
        ...(strength < 3 ? [] : rows.filter((row) => isFree(row, credential))),
      ],
      used: 0,
    };
    plans.set(credential, plan);
    const count = plan.used;
    plan.used += 1;
    if (strength === 3) return plan.points[count] ?? {};
    const isDrawn = count % drawnAmong === drawnAmong - 1;
    return isDrawn ? {} : (plan.points[count - Math.floor(count / drawnAmong)] ?? {});
  };
}
