import type { DimensionTried } from '../../reports/report.ts';
import { type DimensionName, dimensionNames, goesWith, type Level, type Point } from './level.ts';
import { dimensionWords, space } from './table.ts';

interface Place {
  readonly dimension: DimensionName;
  readonly level: Level;
}

/** Which levels stand in the points, how often, and with how many levels of other dimensions each dimension's have come together. */
export function triedOf(
  points: readonly Point[],
  dimensions: readonly DimensionName[] = dimensionNames,
): readonly DimensionTried[] {
  const places = dimensions.flatMap((dimension) => space[dimension].map((level) => ({ dimension, level })));
  const numbers = new Map(places.map(({ dimension, level }, at) => [`${dimension} ${level.name}`, at]));
  const times = places.map(() => 0);
  const together = new Uint8Array(places.length ** 2);
  for (const point of points) {
    // Index loops: k6's engine takes long for others.
    const own = dimensions.flatMap((name) => numbers.get(`${name} ${point[name]}`) ?? []);
    for (let one = 0; one < own.length; one += 1) {
      const at = own[one] ?? 0;
      times[at] = (times[at] ?? 0) + 1;
      for (let other = 0; other < own.length; other += 1)
        together[at * places.length + (own[other] ?? 0)] = 1;
    }
  }
  return dimensions.map((dimension) => {
    const own = places.flatMap((place, at) => (place.dimension === dimension ? [at] : []));
    const possible = own.flatMap((at) =>
      places.flatMap((place, other) =>
        arePossible(places[at] as Place, place) ? [at * places.length + other] : [],
      ),
    );
    return {
      name: dimensionWords[dimension],
      levels: own.map((at) => ({ name: places[at]?.level.name ?? '', requests: times[at] ?? 0 })),
      pairs: { tried: possible.filter((pair) => together[pair] === 1).length, possible: possible.length },
    };
  });
}

/** Whether some request can have both: long data goes with the token alone, and what must fail with none of its calls. */
function arePossible(one: Place, other: Place): boolean {
  if (one.dimension === other.dimension) return false;
  const isLong = ({ dimension, level }: Place) => dimension === 'length' && level.says === 'may be refused';
  const mustFail = ({ level }: Place) => level.says === 'must fail';
  if ((isLong(one) && mustFail(other)) || (isLong(other) && mustFail(one))) return false;
  const point = { [other.dimension]: other.level.name };
  return goesWith(one.level, one.dimension, point, [other.level]);
}
