import { groupedBy } from '../../checks/add-up.ts';
import { remembered } from '../../checks/remembered.ts';
import { shuffled, turnCounter } from '../random.ts';
import { noAuthorization } from '../tokens/credentials.ts';
import { headerLevels } from './circumstance-levels.ts';
import { type DimensionName, dimensionNames, drawer, goesWith, type Point } from './level.ts';
import { arePossible, type Place, space } from './table.ts';

/** The credential first. Connection and moment show only when a request is made. */
const planned: readonly DimensionName[] = [
  'credential',
  ...dimensionNames.filter((name) => !['credential', 'connection', 'moment'].includes(name)),
];

/**
 * A plan has unusual levels as often as usual ones, and none of weight 0. Levels that not all credentials have are rare beyond their own
 * pairs, because most of them hide what the other levels of a point would show.
 */
const levelsOf = Object.fromEntries(
  planned.map((name) => {
    const drawn = space[name].filter(({ weight }) => weight > 0);
    return [name, drawn.map((level) => ({ ...level, weight: level.only?.credential ? 1 : 40 }))];
  }),
);

/** Pairs of levels that are to come together, by their names. */
type Goals = Map<string, Point>;

/** The places that probes with a credential can have: the credential, and the levels that go with it. */
function placesWith(credential: string): Place[] {
  return planned.flatMap((dimension) =>
    (levelsOf[dimension] ?? [])
      .filter((level) => goesWith(level, dimension, { credential }, []))
      .filter(({ name }) => dimension !== 'credential' || name === credential)
      .map((level) => ({ dimension, level })),
  );
}

/** The possible pairs of places, in any order. `firsts`: only pairs that include one of this many first places. */
function pairsOf(places: readonly Place[], seed: number, firsts = places.length): Goals {
  const goals: Goals = new Map();
  for (const [at, one] of places.slice(0, firsts).entries())
    for (const other of places.slice(at + 1)) {
      const pair = { [one.dimension]: one.level.name, [other.dimension]: other.level.name };
      if (arePossible(one, other)) goals.set(`${one.level.name}\n${other.level.name}`, pair);
    }
  // Most services answer 404 to another target, whoever calls: a run that is cut short needs the other probes first.
  const rare = places.flatMap(({ level: { name, only } }) => (only?.credential ? name : []));
  const isRare = (pair: Point) => Object.values(pair).some((name) => rare.includes(name));
  const byRarity = groupedBy(shuffled([...goals], seed), ([, pair]) => isRare(pair));
  return new Map([false, true].flatMap((one) => byRarity.get(one) ?? []));
}

function pairsIn(point: Point): string[] {
  return planned.flatMap((one, at) => planned.slice(at + 1).map((other) => `${point[one]}\n${point[other]}`));
}

/**
 * Plans the points of probes, so that any two levels come together in a run: of strength 3 with each credential, of strength 1 not at
 * all. Of strength 2, every third probe of a credential is left to be drawn, so that a run cut short includes both kinds.
 */
export function pointPlanner(strength: number, seed: number) {
  const { credential: _, ...others } = levelsOf;
  const drawPoint = drawer(others, seed);
  // Calls without the header can have all pairs. Of strength 2, they need not repeat what comes with another credential.
  const canHaveAll = (credential: string) => strength === 3 || credential === noAuthorization.level;
  const goalsOf = remembered((credential) =>
    pairsOf(placesWith(credential), seed, canHaveAll(credential) ? undefined : 1),
  );
  const turnIn = turnCounter();
  let number = 0;
  return (credential: string): Point => {
    number += 1;
    const isDrawn = turnIn(credential) % 3 === 2;
    if (strength === 1 || (strength === 2 && isDrawn)) return { credential };
    const own = goalsOf(credential);
    const [pair] = own.values();
    if (pair === undefined) return { credential };
    const { point } = drawPoint(number, { ...pair, credential });
    for (const met of pairsIn(point)) {
      own.delete(met);
      if (strength === 2) goalsOf(noAuthorization.level).delete(met);
    }
    return point;
  };
}

/** The dimensions of calls without data. */
const ofValidCalls = [...(Object.keys(headerLevels) as (keyof typeof headerLevels)[]), 'cookies'] as const;

/**
 * Plans the points of valid calls without data, so that any two levels come together in a run, unless the strength is 1. One call in
 * three is planned, since a service may refuse unusual levels; the others are drawn, most of them usual.
 */
export function validPointPlanner(strength: number, seed: number) {
  const own = ofValidCalls.map((dimension) => {
    const levels = levelsOf[dimension] ?? [];
    return [dimension, levels.filter(({ says }) => says !== 'must fail')] as const;
  });
  const places = own.flatMap(([dimension, levels]) => levels.map((level) => ({ dimension, level })));
  const goals = pairsOf(places, seed);
  const drawPoint = drawer(Object.fromEntries(own), seed);
  return (index: number): Point => {
    const [pair] = strength === 1 || index % 3 !== 2 ? [] : goals.values();
    if (pair === undefined) return {};
    const { point } = drawPoint(index, pair);
    for (const met of pairsIn(point)) goals.delete(met);
    return point;
  };
}
