import { distinct, groupedBy } from '../add-up.ts';
import { remembered } from '../remembered.ts';
import { quantile } from '../statistics/samples.ts';
import { isInBody, type Leaf, type Leaves, type SeenSuccess } from './leaves.ts';
import { type Line, lineThrough } from './length-line.ts';
import { placeNamer } from './place-namer.ts';

/** A place of successes, and what they have there. */
export interface ResultPlace {
  /**
   * growing: longer for longer data. determined: depends on the data alone. echo: the data that was sent. constant: one of a few
   * values. free: anything else, such as an id or the time.
   */
  readonly role: 'growing' | 'determined' | 'echo' | 'constant' | 'free';
  /** Share of the successes with data that have a value here. */
  readonly share: number;
  readonly kinds: readonly Leaf['kind'][];
  readonly characters: number;
  readonly shortest: number;
  /** The possible values of a constant. */
  readonly marks: readonly string[];
  /** Of a growing place. */
  readonly line: Line | null;
}

/** What this run has learned about results from successes of encrypt. Plain data. */
export interface KnownResults {
  /** The status of the first success. */
  readonly status: number;
  /** By path; a key that hardly ever repeats is `*`. */
  readonly places: Readonly<Record<string, ResultPlace>>;
}

/** This share of some answers is nearly all of them. */
export const nearlyAll = 0.8;
/** Fewer answers than this may be alike, or have a fitting length, by chance. */
export const fewestInGroup = 3;
/** This many answers of one kind are no accident. */
export const fewestAlike = 8;
const leastGrowth = 256;
const leastSpread = 2048;
const longOnLine = 64;
/** In a range this small, this many texts of random lengths are on no line. */
const [leastOnLine, manyOnLine] = [24, 24];
const longEnough = 8;
const mostConstants = 4;

export interface SeenLeaf {
  readonly path: string;
  readonly leaf: Leaf;
  readonly success: SeenSuccess;
}

export function seenIn(successes: readonly SeenSuccess[]): SeenLeaf[] {
  return successes.flatMap((success) => [...success.leaves].map(([path, leaf]) => ({ path, leaf, success })));
}

export function learnResults(successes: readonly SeenSuccess[]): KnownResults {
  const placeOf = placeNamer(successes.map(({ leaves }) => [...leaves.keys()]));
  // Sorted by size, which learning about a place requires.
  const bySize = successes.toSorted((one, other) => one.dataBytes - other.dataBytes);
  const byPlace = groupedBy(seenIn(bySize), ({ path }) => placeOf(path));
  const withData = successes.filter(({ dataBytes }) => dataBytes > 0).length;
  return {
    status: successes[0]?.status ?? 200,
    places: Object.fromEntries([...byPlace].map(([place, seen]) => [place, learnPlace(seen, withData)])),
  };
}

function learnPlace(seen: readonly SeenLeaf[], withData: number): ResultPlace {
  const marks = marksOf(seen);
  const role = roleOf(seen, marks);
  return {
    role,
    share:
      seen.filter(({ leaf, success }) => success.dataBytes > 0 && leaf.length > 0).length /
      Math.max(1, withData),
    kinds: distinct(seen.map(({ leaf }) => leaf.kind)),
    characters: seen.reduce((all, { leaf }) => all | leaf.characters, 0),
    shortest: seen.reduce((least, { leaf }) => Math.min(least, leaf.length), Number.POSITIVE_INFINITY),
    marks: role === 'constant' ? marks : [],
    line: role === 'growing' ? lineOf(seen) : null,
  };
}

export function marksOf(seen: readonly SeenLeaf[]): string[] {
  return distinct(seen.map(({ leaf }) => leaf.mark));
}

function roleOf(seen: readonly SeenLeaf[], marks: readonly string[]): ResultPlace['role'] {
  const long = seen.filter(({ success }) => success.dataBytes >= longEnough);
  const echoes = long.filter(({ leaf }) => leaf.isEcho).length;
  const alike = alikeByData(seen);
  const areAlike = alike.every((group) => group.length === 1);
  const isEcho = long.length > 4 && echoes > nearlyAll * long.length && areAlike;
  if (isEcho) return 'echo';
  // A header may have one of a few values, each of another length.
  if (!areFew(marks.length, seen.length) && isGrowing(seen)) return 'growing';
  const [first, second] = alike;
  const isDetermined = first !== undefined && second !== undefined && areAlike && first[0] !== second[0];
  // In a header it may be a digest of what was sent, which any answer may have.
  if (isDetermined) return isInBody(seen[0]?.path ?? '') ? 'determined' : 'free';
  if (seen.length < fewestInGroup) return 'free';
  return areFew(marks.length, seen.length) ? 'constant' : 'free';
}

/** Whether so many answers have so few different values that these are constants, or fixed messages. */
export function areFew(values: number, answers: number): boolean {
  return values <= Math.max(1, Math.min(mostConstants, answers / 10));
}

/** For the data that was sent most often: the different values in its answers. */
function alikeByData(seen: readonly SeenLeaf[]): string[][] {
  return [...groupedBy(seen, ({ success }) => success.dataMark)]
    .filter(([dataMark, group]) => dataMark.length >= longEnough && group.length >= fewestInGroup)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, 4)
    .map(([, group]) => marksOf(group));
}

/** Whether texts here are longer for longer data. By a fault, some successes may have none. */
function isGrowing(all: readonly SeenLeaf[]): boolean {
  const seen = all.filter(
    ({ leaf }) => leaf.length > 0 && (leaf.kind === 'string' || leaf.kind === 'number'),
  );
  const hasSizes = seen[0]?.success.dataBytes !== seen.at(-1)?.success.dataBytes;
  if (!hasSizes || seen.length < fewestAlike) return false;
  const bySize = seen.map(({ leaf }) => leaf.length);
  const third = Math.floor(bySize.length / 3);
  const growth = quantile(bySize.slice(-third), 0.5) - quantile(bySize.slice(0, third), 0.5);
  const byLength = bySize.toSorted((one, other) => one - other);
  const [least = 0, most = 0] = [byLength[0], byLength.at(-1)];
  if (growth >= leastGrowth || most - least >= leastSpread) return areOfData(seen, byLength);
  if (most - least < leastOnLine) return false;
  // Lengths fit a line over so wide a range only if they depend on the data. At the end of the line, all may be cut at one length.
  const plain = seen.filter(({ success }) => success.isPlain);
  return (most - least >= longOnLine && lineOf(seen) !== null) || isCutLine(seen) || isCutLine(plain);
}

/** Whether all texts but the longest are on a line over a wide range, or a good many over a smaller one. */
function isCutLine(seen: readonly SeenLeaf[]): boolean {
  const longest = seen.reduce((most, { leaf }) => Math.max(most, leaf.length), 0);
  const uncut = seen.filter(({ leaf }) => leaf.length < longest);
  const lengths = uncut.map(({ leaf }) => leaf.length);
  const range = Math.max(...lengths) - Math.min(...lengths);
  const isTelling =
    (range >= longOnLine && uncut.length >= fewestAlike) ||
    (range >= leastOnLine && uncut.length >= manyOnLine);
  return isTelling && lineOf(uncut) !== null;
}

/** The most characters that any form of a result takes for a byte of the data. */
const mostPerByte = 8;
/** The most characters by which padding makes some results longer than others. */
const mostPadding = 512;

/**
 * Whether texts are short enough for their data. Callers may have got each other's, so the longest text is compared with the longest data.
 */
function areOfData(bySize: readonly SeenLeaf[], byLength: readonly number[]): boolean {
  const [least = 0] = byLength;
  const isLong = (length: number) => length - least > mostPadding;
  const isTooLong = (length: number, rank: number) =>
    isLong(length - mostPerByte * (bySize[rank]?.success.dataBytes ?? 0));
  return byLength.filter(isTooLong).length <= (1 - nearlyAll) * byLength.filter(isLong).length;
}

function lineOf(seen: readonly SeenLeaf[]): Line | null {
  return lineThrough(seen.map(({ leaf, success }) => [success.dataBytes, leaf.length] as const));
}

export function knownPlace(known: KnownResults, path: string): string {
  return placeNames(known)(path);
}

/** Cached, because most answers have the same paths. */
const placeNames = remembered((known: KnownResults) => remembered((path) => findPlace(known, path)));

/** What is known of the place of a path; undefined: no success has had anything there. */
export function placeAt(known: KnownResults, path: string): ResultPlace | undefined {
  const name = knownPlace(known, path);
  return Object.hasOwn(known.places, name) ? known.places[name] : undefined;
}

/** Whether successes have a text at a path that is longer for longer data. */
export function growsAt(known: KnownResults, path: string): boolean {
  return placeAt(known, path)?.role === 'growing';
}

function findPlace({ places }: KnownResults, path: string): string {
  if (Object.hasOwn(places, path)) return path;
  const known = Object.keys(places);
  const keys = path.split('.');
  const found = known.find((place) => {
    const own = place.split('.');
    return (
      own.length === keys.length && own.every((key, index) => key === keys[index] || key.startsWith('*'))
    );
  });
  return found ?? path;
}

export function isResult({ role }: ResultPlace): boolean {
  return role === 'growing' || role === 'determined';
}

/** The leaves that a result for data of this length should have; null: its length cannot be predicted. */
export function expectedLeaves({ places }: KnownResults, dataBytes: number): Leaves | null {
  const leaves = new Map<string, Leaf>();
  for (const [path, place] of Object.entries(places)) {
    if (place.share < nearlyAll || !isInBody(path)) continue;
    if (isResult(place) && place.line === null) return null;
    leaves.set(path, expectedLeaf(place, dataBytes));
  }
  return leaves;
}

/** What stands at a place for data of this length. */
export function expectedLeaf(place: ResultPlace, dataBytes: number): Leaf {
  const { line, shortest, kinds, characters, marks } = place;
  const length = line === null ? shortest : Math.round(line.start + line.perByte * dataBytes);
  return {
    kind: kinds[0] ?? 'string',
    length,
    characters,
    mark: marks[0] ?? '',
    isEcho: false,
    own: length,
    recurs: false,
  };
}
