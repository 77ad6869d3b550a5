import { distinct } from '../add-up.ts';
import { sumOf } from '../statistics/samples.ts';
import {
  fewestAlike,
  fewestInGroup,
  type KnownResults,
  nearlyAll,
  placeAt,
  type ResultPlace,
} from './known-results.ts';
import { beyondAscii, encodingKinds, hexKinds, type Leaf, lostKind, type SeenSuccess } from './leaves.ts';
import { lineThrough, mostOff, usualLine } from './length-line.ts';
import { heldPaths, nameResults } from './successes.ts';

/** Data of these lengths does not repeat the pool of random text that it is cut from. */
const [leastCut, mostCut] = [128, 65_536];
/** Compression makes data that repeats itself and is at least this long less than half as long. */
const leastCompressed = 1024;
const bitsOfByte = 8;
/** The line through results of less data than `leastCut` is at most this many times as steep as the true one. */
const lineSlack = 1.1;
/** Over a smaller range of data sizes, padding makes the line too steep for `lineSlack`. */
const leastWidth = 64;
/** If no text has this share of the bits that its data needs, results are elsewhere, and the texts are ids of their parts, for example. */
const leastHere = 0.25;
/** In place of a longer result there may be a reference: no longer than this, as an id, or with characters that no result has, as a URL. */
const longestReference = 64;
/** Results of more data than `mostCut` have at least this part of the length that the line of the others gives, which is less exact there. */
const leastOfLine = 0.99;
/** Fewer results of letters and digits do not show which line is the usual one. */
const fewestOnLine = 24;

/** What a success holds that may be part of its result. */
interface HeldResult {
  readonly success: SeenSuccess;
  readonly length: number;
  readonly characters: number;
  /** The most bits of data that it can hold. */
  readonly bits: number;
}

/**
 * Successes whose result is too short for its data: the rest of the data is lost. A short text is no reference if as much data, or more,
 * has its whole result. Nothing is lost if these successes name something that results of short data do not, such as a next page. Whatever
 * its length, a result with U+FFFD was bytes that were read as text, and has lost most of them.
 */
export function cutResults(successes: readonly SeenSuccess[], known: KnownResults): SeenSuccess[] {
  const ofRun = successes.filter(({ isOfRun }) => isOfRun);
  const all = ofRun.flatMap((success) => heldResult(success, known) ?? []);
  const byData = all.toSorted((one, other) => one.success.dataBytes - other.success.dataBytes);
  const usual = byData.filter(({ success }) => success.dataBytes <= mostCut);
  const beyond = byData.slice(usual.length);
  const uncompressed = longestUncompressed(usual);
  const short = usual.filter(({ success }) => success.dataBytes < leastCut);
  const whole = lineThrough(pointsOf(short));
  const sizes = short.map(({ success }) => success.dataBytes);
  const isWide = Math.max(...sizes) - Math.min(...sizes) >= leastWidth;
  const mostBits =
    whole === null || !isWide ? Number.POSITIVE_INFINITY : (lineSlack * bitsOfByte) / whole.perByte;
  const [ofShort, ofUsual] = [charactersIn(short), charactersIn(usual)];
  const results = usual
    .slice(short.length)
    .map((one) => (isWrittenIn(ofShort, one) ? withFewerBits(one, mostBits) : one));
  const longestText = Math.max(...usual.map(({ length }) => length));
  const mayRefer = (one: HeldResult, characters: number) =>
    (one.length <= longestReference && one.length < longestText) || !isWrittenIn(characters, one);
  const cut = distinct([
    ...tooShort(results, uncompressed, (one) => mayRefer(one, ofShort)),
    ...shortened(usual, beyond, uncompressed, (one) => mayRefer(one, ofUsual)),
  ]).map(({ success }) => success);
  const taken = new Set(short.flatMap(({ success }) => heldPaths(success)));
  const isPage = short.length > 0 && nameResults(cut, (path) => !taken.has(path));
  const lossy = all.flatMap(({ success, characters }) => ((characters & lostKind) === 0 ? [] : success));
  return distinct([...lossy, ...(isPage ? [] : cut)]);
}

function isWrittenIn(characters: number, { characters: own }: HeldResult): boolean {
  return (own & ~characters) === 0;
}

/**
 * The lower of two estimates of the bits in a result: a prefix such as `v1:` adds kinds of characters that hold no data. Only for data of
 * letters and digits, because other characters may take different room.
 */
function withFewerBits(one: HeldResult, mostOfCharacter: number): HeldResult {
  const tooMany = one.success.isPlain ? Math.max(0, bitsOf(one.characters) - mostOfCharacter) : 0;
  return { ...one, bits: one.bits - one.length * tooMany };
}

type Test = (one: HeldResult) => boolean;

/** Results that are not whole, except possible references to one: a reference stands for more data than any whole result holds. */
function withoutReferences(results: readonly HeldResult[], isWhole: Test, mayRefer: Test): HeldResult[] {
  const most = longest(results.filter(isWhole));
  return results.filter((one) => !isWhole(one) && !(one.success.dataBytes > most && mayRefer(one)));
}

function tooShort(results: readonly HeldResult[], uncompressed: number, mayRefer: Test): HeldResult[] {
  const needed = ({ dataBits, dataBytes, dataCharacters }: SeenSuccess) =>
    dataBytes > uncompressed ? dataBits : Math.max(dataBits, bitsOfByte * dataCharacters);
  if (!results.some(({ success, bits }) => bits >= leastHere * needed(success))) return [];
  const isWhole = ({ success, bits }: HeldResult) => bits >= needed(success);
  return withoutReferences(results, isWhole, mayRefer);
}

/**
 * Successes whose result is shorter than results of as many letters and digits. Nearly all of those are on one line, and the rest have lost
 * data. If most results of other characters are on this line, too, those below it lost data before it was encrypted. Then results of more
 * data (`beyond`) must come close to the line, too.
 */
function shortened(
  usual: readonly HeldResult[],
  beyond: readonly HeldResult[],
  uncompressed: number,
  mayRefer: Test,
): HeldResult[] {
  const plain = usual.filter(({ success }) => success.isPlain);
  const lengths = usualLengths(plain);
  if (lengths === null) return [];
  const { perByte, slack, expected, isShort } = lengths;
  const isComparable = ({ success }: HeldResult) => success.dataBytes <= uncompressed;
  const isTelling = plain.length >= fewestOnLine;
  const isWhole = (one: HeldResult) => !isShort(one);
  const ofPlain = isTelling ? withoutReferences(plain, isWhole, mayRefer).filter(isComparable) : [];
  const others = usual.filter((one) => !one.success.isPlain && isComparable(one));
  // If the service encrypts UTF-16, say, all of these are shorter.
  const telling = others.filter(
    ({ success }) => perByte * (success.dataBytes - success.dataCharacters) > slack,
  );
  const isInUtf8 = telling.length >= fewestAlike && 2 * telling.filter(isShort).length < telling.length;
  if (!isInUtf8) return ofPlain;
  const isCut = (one: HeldResult) => one.length < leastOfLine * expected(one) && !mayRefer(one);
  return [...ofPlain, ...others.filter(isShort), ...beyond.filter(isCut)];
}

/**
 * The line through the lengths of results of letters and digits; null: there is none. `slack`: by how much a length may differ from it.
 * `expected`: the least length by the line, before slack. `isShort`: whether a result is shorter than that, slack included.
 */
function usualLengths(plain: readonly HeldResult[]) {
  const points = pointsOf(plain);
  const whole = lineThrough(points);
  const line = whole ?? usualLine(points, nearlyAll);
  if (line === null) return null;
  // Few lengths may all have the same padding.
  const hasMany = distinct(points.map(([bytes]) => bytes)).length >= fewestOnLine;
  const slack = line.off + (hasMany ? mostOff / 2 : mostOff);
  // A line that misses some results is less exact for long results, and for results that are in base64 twice.
  const further = (length: number) => (whole === null ? 2.5 * mostOff + length / 500 : 0);
  const [[least] = [0], [most] = [0]] = [points[0], points.at(-1)];
  // Beyond the data that the line is drawn through, the error of its slope adds up.
  const outside = (bytes: number) =>
    (2 * mostOff * Math.max(0, bytes - most, least - bytes)) / Math.max(1, most - least);
  const expected = ({ success: { dataBytes } }: HeldResult) =>
    line.start + line.perByte * dataBytes - outside(dataBytes);
  const isShort = (one: HeldResult) => one.length < expected(one) - slack - further(expected(one));
  return { perByte: line.perByte, slack, expected, isShort };
}

function pointsOf(held: readonly HeldResult[]) {
  return held.map(({ success, length }) => [success.dataBytes, length] as const);
}

/** null: nothing in the success depends on the length of the data. */
function heldResult(success: SeenSuccess, known: KnownResults): HeldResult | null {
  const parts = [...success.leaves].flatMap(([path, leaf]) => {
    const role = placeAt(known, path)?.role ?? 'free';
    return mayBePart.includes(role) ? { role, leaf } : [];
  });
  const growing = parts.filter(({ role }) => role === 'growing').map(({ leaf }) => leaf);
  const length = sumOf(growing, (leaf) => leaf.length);
  if (length === 0) return null;
  const characters = charactersIn(growing);
  const bits = sumOf(parts, ({ leaf }) => leaf.length * bitsOf(leaf.characters | characters));
  return { success, length, characters, bits };
}

const mayBePart: readonly ResultPlace['role'][] = ['growing', 'determined', 'free'];

function charactersIn(leaves: readonly Pick<Leaf, 'characters'>[]): number {
  return leaves.reduce((all, { characters }) => all | characters, 0);
}

/** The most bits that one of these characters holds. 0: they are not known. */
function bitsOf(characters: number): number {
  if (characters === 0 || (characters & (beyondAscii | lostKind)) !== 0) return 16;
  if ((characters & ~hexKinds) === 0) return 4;
  return (characters & ~encodingKinds) === 0 ? 6 : 7;
}

/**
 * Data up to this length, in bytes, is not compressed: even the results of data that repeats itself are not shorter. 0: it may be. Data of
 * digits does not count: a service may read it as a number, and lose most digits.
 */
function longestUncompressed(results: readonly HeldResult[]): number {
  const recurring = results.filter(
    ({ success: { isNewThroughout, dataBytes, dataStart } }) =>
      !isNewThroughout && dataBytes >= leastCompressed && !/^\d*$/.test(dataStart),
  );
  const isCompressed = ({ success, bits }: HeldResult) => 2 * bits < bitsOfByte * success.dataCharacters;
  return recurring.length < fewestInGroup || recurring.some(isCompressed) ? 0 : longest(recurring);
}

function longest(results: readonly HeldResult[]): number {
  return results.reduce((most, { success }) => Math.max(most, success.dataBytes), 0);
}
