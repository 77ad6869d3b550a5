import { coveringArray } from '../../dist/covering-array.ts';
import { targets } from './circumstance-levels.ts';
import type { Point } from './level.ts';

/** Points of a covering array, so that any two levels come together; of the other probes the levels are drawn. */
const rows: readonly Point[] = coveringArray.rows.split(' ').map((row) => {
  const cells = Object.entries(coveringArray.names).map(
    ([dimension, names], at) => [dimension, names[parseInt(row.charAt(at), 36)]] as const,
  );
  return Object.fromEntries(cells);
});

/** Of so many probes of a credential, one has no planned point, so that a run which is cut short has both kinds. */
const drawnAmong = 3;

/** Whether a point of another credential can be one of this one. */
function isFree(row: Point, credential: string): boolean {
  const target = targets.find(({ name }) => name === row.target);
  return row.credential !== credential && target?.only?.credential?.includes(credential) !== false;
}

/**
 * Returns a function that plans the next probe of a credential's level. Strength 2 brings any two levels together, 3 each of these
 * pairs with each credential; 1 plans nothing.
 */
export function pointPlanner(strength: number): (credential: string | undefined) => Point {
  const used = new Map<string, number>();
  const plannedFor = new Map<string, readonly Point[]>();
  function planned(credential: string): readonly Point[] {
    const known = plannedFor.get(credential);
    if (known !== undefined) return known;
    const own = strength < 2 ? [] : rows.filter((row) => row.credential === credential);
    const others = strength < 3 ? [] : rows.filter((row) => isFree(row, credential));
    plannedFor.set(credential, [...own, ...others]);
    return [...own, ...others];
  }
  return (credential = '') => {
    const count = used.get(credential) ?? 0;
    used.set(credential, count + 1);
    if (strength === 3) return planned(credential)[count] ?? {};
    const isDrawn = count % drawnAmong === drawnAmong - 1;
    return isDrawn ? {} : (planned(credential)[count - Math.floor(count / drawnAmong)] ?? {});
  };
}
