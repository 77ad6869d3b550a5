import { byWeight, inTurn, mix } from '../random.ts';
import { type DimensionName, dimensionNames, goesWith, type Level, type Point } from './level.ts';

export type Choices<Levels extends object> = { readonly [Name in keyof Levels]: readonly Levels[Name][] };

export interface Drawn<Levels> {
  readonly levels: Levels;
  readonly point: Point;
}

/**
 * Returns a function that draws one level of each dimension, by weight unless it is planned. A level that conflicts with an
 * earlier or given one is replaced by the first that fits.
 */
export function drawer<Levels extends object>(choices: Choices<Levels>, seed: number) {
  const given = choices as Partial<Record<DimensionName, readonly Level[]>>;
  const dimensions = dimensionNames.flatMap((name) => {
    const levels = given[name];
    return levels === undefined ? [] : [{ name, levels, weighted: byWeight(levels) }];
  });
  return (index: number, planned: Point = {}, given: Point = {}): Drawn<Levels> => {
    const levels: Partial<Record<DimensionName, Level>> = {};
    const point: Partial<Record<DimensionName, string>> = { ...given };
    const bound: Level[] = [];
    // One random number supplies all draws, as digits in mixed bases. Another number for each would take k6's engine long, and so
    // would for-of.
    let drawn = mix(index, seed);
    for (let at = 0; at < dimensions.length; at += 1) {
      const { name, levels: all, weighted } = dimensions[at] as (typeof dimensions)[number];
      const wanted = planned[name];
      let level = wanted === undefined ? undefined : all.find((one) => one.name === wanted);
      level ??= inTurn(weighted, drawn);
      drawn = Math.floor(drawn / weighted.length);
      const isFree = level.only === undefined && bound.length === 0;
      if (!isFree && !goesWith(level, name, point, bound))
        level = all.find((one) => goesWith(one, name, point, bound)) ?? level;
      levels[name] = level;
      point[name] = level.name;
      if (level.only !== undefined) bound.push(level);
    }
    return { levels: levels as Levels, point };
  };
}
