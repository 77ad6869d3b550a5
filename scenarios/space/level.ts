/**
 * What the document says of a call with a level, and with the token. `succeeds`: data is opaque, and bodies are JSON. `may be
 * refused`: then the call is no evidence. `must fail`: it has no credential, or another target; only a probe has it.
 */
type Says = 'succeeds' | 'may be refused' | 'must fail';

/** One value of a dimension of the request space. */
export interface Level {
  readonly name: string;
  readonly says: Says;
  /** How often it is drawn, beside the other levels of its dimension; 0: by plan alone. */
  readonly weight: number;
  /** The levels of other dimensions without which it makes no sense; absent: it goes with all. */
  readonly only?: Readonly<Partial<Record<DimensionName, readonly string[]>>>;
}

/** Where two levels exclude each other, the one of the earlier dimension is kept. */
export const dimensionNames = [
  'length',
  'repetition',
  'characters',
  'writing',
  'contentType',
  'accept',
  'encodings',
  'target',
  'cookies',
  'credential',
  'connection',
  'moment',
] as const;

export type DimensionName = (typeof dimensionNames)[number];

/** The names of the levels that a request has, by dimension. */
export type Point = Readonly<Partial<Record<DimensionName, string>>>;

/** Some levels of each of some dimensions. */
export type LevelsBy<Name extends DimensionName = DimensionName> = Readonly<Record<Name, readonly Level[]>>;

/** Whether a level goes with those of a point, of which some dimensions may be open. */
export function goesWith(
  level: Level,
  dimension: DimensionName,
  point: Point,
  chosen: readonly Level[],
): boolean {
  const allows = ({ only = {} }: Level, other: DimensionName, name: string | undefined) =>
    name === undefined || only[other]?.includes(name) !== false;
  const own = Object.keys(level.only ?? {}) as DimensionName[];
  return (
    own.every((other) => allows(level, other, point[other])) &&
    chosen.every((one) => allows(one, dimension, level.name))
  );
}
