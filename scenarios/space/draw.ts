import { byWeight, inTurn, mix } from '../random.ts';
import { type DimensionName, dimensionNames, goesWith, type Level, type Point } from './level.ts';

/** Levels to draw from, by dimension. */
export type Choices<Levels extends Partial<Record<DimensionName, Level>>> = {
  readonly [Name in keyof Levels]: readonly Levels[Name][];
};

/** Each level as often as its weight says. */
export function weighted<Levels extends Partial<Record<DimensionName, Level>>>(
  choices: Choices<Levels>,
): Choices<Levels> {
  const lists = Object.entries<readonly Level[]>(choices as Record<string, readonly Level[]>);
  return Object.fromEntries(
    lists.map(([name, levels]) => [name, byWeight(levels)]),
  ) as unknown as Choices<Levels>;
}

/** One level of each dimension, drawn unless it is planned and there. One that others exclude gives way to the first that they do not. */
export function drawLevels<Levels extends Partial<Record<DimensionName, Level>>>(
  choices: Choices<Levels>,
  index: number,
  seed: number,
  planned: Point = {},
): Levels {
  const chosen: Partial<Record<DimensionName, Level>> = {};
  const point: Partial<Record<DimensionName, string>> = {};
  const bound: Level[] = [];
  // Its digits, in a system whose bases are the numbers of levels: k6's engine takes long for each number.
  let drawn = mix(index, seed);
  for (const name of dimensionNames) {
    const levels = (choices as Partial<Record<DimensionName, readonly Level[]>>)[name];
    if (levels === undefined) continue;
    const wanted = planned[name];
    let level = (wanted && levels.find((one) => one.name === wanted)) || inTurn(levels, drawn);
    drawn = Math.floor(drawn / levels.length);
    const isFree = level.only === undefined && bound.length === 0;
    if (!isFree && !goesWith(level, name, point, bound))
      level = levels.find((one) => goesWith(one, name, point, bound)) ?? level;
    chosen[name] = level;
    point[name] = level.name;
    if (level.only !== undefined) bound.push(level);
  }
  return chosen as Levels;
}

/** The names of levels. */
export function pointOf(levels: Partial<Record<DimensionName, Level>>): Point {
  return Object.fromEntries(Object.entries(levels).map(([name, level]) => [name, level.name]));
}
