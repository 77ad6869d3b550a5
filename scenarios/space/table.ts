import type { DimensionTried } from '../../reports/report.ts';
import { connections, cookieLevels, headerLevels, moments, targets } from './circumstance-levels.ts';
import { credentialLevels } from './credential-levels.ts';
import { charactersTried, lengths, repetitions, writings } from './data-levels.ts';
import { elsewhereLevels } from './elsewhere-levels.ts';
import {
  type DimensionName,
  dimensionNames,
  dimensionWords,
  goesWith,
  type Level,
  type Point,
} from './level.ts';

export const space: Readonly<Record<DimensionName, readonly Level[]>> = {
  length: lengths,
  repetition: repetitions,
  characters: charactersTried,
  writing: writings,
  ...headerLevels,
  target: targets,
  cookies: cookieLevels,
  credential: credentialLevels,
  elsewhere: elsewhereLevels,
  connection: connections,
  moment: moments,
};

/** Counts how often each level was sent and, for each pair of dimensions, how many combinations of levels. */
export function triedOf(
  points: readonly Point[],
  dimensions: readonly DimensionName[] = dimensionNames,
): readonly DimensionTried[] {
  const places = dimensions.flatMap((dimension) => space[dimension].map((level) => ({ dimension, level })));
  const numbers = new Map(places.map(({ dimension, level }, at) => [`${dimension} ${level.name}`, at]));
  const times = places.map(() => 0);
  const together = new Uint8Array(places.length ** 2);
  for (const point of points) {
    // Index loops, because k6's engine is slow at other loops.
    const own = dimensions.flatMap((name) => numbers.get(`${name} ${point[name]}`) ?? []);
    for (let one = 0; one < own.length; one += 1) {
      const at = own[one] ?? 0;
      times[at] = (times[at] ?? 0) + 1;
      for (let other = 0; other < own.length; other += 1)
        together[at * places.length + (own[other] ?? 0)] = 1;
    }
  }
  return dimensions.map((dimension) => {
    const own = [...places.entries()].filter(([, place]) => place.dimension === dimension);
    const possible = own.flatMap(([at, one]) =>
      places.flatMap((place, other) => (arePossible(one, place) ? [at * places.length + other] : [])),
    );
    return {
      name: dimensionWords[dimension],
      levels: own.map(([at, { level }]) => ({ name: level.name, requests: times[at] ?? 0 })),
      pairs: { tried: possible.filter((pair) => together[pair] === 1).length, possible: possible.length },
    };
  });
}

export interface Place {
  readonly dimension: DimensionName;
  readonly level: Level;
}

/** Whether a request can have both levels. */
export function arePossible({ dimension, level }: Place, other: Place): boolean {
  const pair = { [other.dimension]: other.level.name };
  return dimension !== other.dimension && goesWith(level, dimension, pair, [other.level]);
}
