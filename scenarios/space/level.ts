import { byWeight, inTurn, mix } from '../random.ts';

export interface Level {
  readonly name: string;
  /**
   * What the document says of a call with the token. `succeeds`: data is opaque, and bodies are JSON. `may be refused`: a refusal
   * proves nothing. `must fail`: only probes have the level, a wrong credential or another target.
   */
  readonly says: 'succeeds' | 'may be refused' | 'must fail';
  /** How often it is drawn relative to other levels of its dimension; 0: only when planned. */
  readonly weight: number;
  /** The levels of other dimensions that it requires; absent: any. */
  readonly only?: Readonly<Partial<Record<DimensionName, readonly string[]>>>;
}

/** The dimensions, by their names in reports. Of two drawn levels that exclude each other, the one of the earlier dimension is kept. */
export const dimensionWords = {
  length: 'length of data',
  repetition: 'repetition in data',
  characters: 'characters of data',
  writing: 'how JSON is written',
  contentType: 'Content-Type',
  accept: 'Accept',
  encodings: 'Accept-Encoding',
  claims: 'claims of the client',
  target: 'target',
  cookies: 'cookies',
  credential: 'credential',
  elsewhere: 'the token in another place',
  connection: 'connection',
  moment: 'moment',
} as const;

export type DimensionName = keyof typeof dimensionWords;

export const dimensionNames = Object.keys(dimensionWords) as readonly DimensionName[];

/** The names of the levels of a request, by dimension. */
export type Point = Readonly<Partial<Record<DimensionName, string>>>;

const saying =
  <Says extends Level['says']>(says: Says) =>
  <More extends object>(name: string, weight: number, more?: More) => ({
    ...{ name, weight, says },
    ...(more as More),
  });

/** Levels by what the document says of them, with what else they have. */
export const usual = saying('succeeds');
export const mayBeRefused = saying('may be refused');
export const mustFail = saying('must fail');

/** Whether a level is compatible with a point, in which some dimensions may be undecided. */
export function goesWith(level: Level, dimension: DimensionName, point: Point, chosen: readonly Level[]) {
  const own = Object.keys(level.only ?? {}) as DimensionName[];
  return (
    own.every((other) => allows(level, other, point[other])) &&
    chosen.every((one) => allows(one, dimension, level.name))
  );
}

function allows({ only }: Level, dimension: DimensionName, name: string | undefined): boolean {
  return name === undefined || only?.[dimension]?.includes(name) !== false;
}

/**
 * Draws one level of each dimension, planned ones first, others by weight. One that conflicts with an earlier one gives way to the
 * first that fits. What is planned of dimensions without choices is kept.
 */
export function drawer<Levels extends object>(
  choices: { readonly [Name in keyof Levels]: readonly Levels[Name][] },
  seed: number,
) {
  const given = choices as Partial<Record<DimensionName, readonly Level[]>>;
  const dimensions = dimensionNames.flatMap((name, at) => {
    const levels = given[name];
    if (levels === undefined) return [];
    const byName = new Map(levels.map((level) => [level.name, level]));
    return [{ name, levels, byName, weighted: byWeight(levels), ownSeed: mix(at, seed) }];
  });
  return (index: number, planned: Point = {}) => {
    const levels: Partial<Record<DimensionName, Level>> = {};
    const kept = Object.entries(planned).filter(([name]) => !(name in choices));
    const point: Partial<Record<DimensionName, string>> = Object.fromEntries(kept);
    const bound: Level[] = [];
    const isPlanned = ({ name }: (typeof dimensions)[number]) => planned[name] !== undefined;
    const left = dimensions.filter((one) => !isPlanned(one));
    for (const { name, levels: all, byName, weighted, ownSeed } of dimensions
      .filter(isPlanned)
      .concat(left)) {
      const wanted = byName.get(planned[name] ?? '') ?? inTurn(weighted, mix(index, ownSeed));
      const fits = (one: Level) => goesWith(one, name, point, bound);
      const level = fits(wanted) ? wanted : (all.find(fits) ?? wanted);
      levels[name] = level;
      point[name] = level.name;
      if (level.only !== undefined) bound.push(level);
    }
    return { levels: levels as Levels, point: point as Point };
  };
}
