import { distinct, groupedBy } from '../add-up.ts';
import type { JsonText } from '../json-text/json-text.ts';
import { remembered } from '../remembered.ts';
import {
  growsAt,
  type KnownResults,
  knownPlace,
  nearlyAll,
  placeAt,
  type SeenLeaf,
  seenIn,
} from './known-results.ts';
import { isInBody, piecesOfMark, type SeenAnswer, type SeenSuccess } from './leaves.ts';
import { mostOff } from './length-line.ts';
import { lookOf } from './twins.ts';
import { type UsualPlace, usualPlaces } from './usual-places.ts';

/** The paths at which an answer has something. */
export function heldPaths({ leaves }: SeenAnswer): string[] {
  return [...leaves].flatMap(([path, { kind, length }]) => (kind !== 'null' && length > 0 ? path : []));
}

/** Whether a success has nothing where nearly all others have parts of the result, by its leaves. */
export function seenToLack(success: SeenSuccess, known: KnownResults): boolean {
  if (success.dataBytes === 0) return false;
  const held = heldPaths(success);
  // A second version of the service may have its results elsewhere.
  if (held.some((path) => growsAt(known, path))) return false;
  const here = new Set(held.map((path) => knownPlace(known, path)));
  const places = usualPlaces(known);
  return places.length > 0 && !places.some(({ path }) => here.has(path));
}

/**
 * Whether an answer has nothing at a place where nearly all successes have a value of their own, such as an id, and none anywhere else:
 * it is probably an error.
 */
export function lacksName(answer: SeenAnswer, known: KnownResults): boolean {
  const names = usualNames(known);
  const here = new Set(heldPaths(answer).flatMap((path) => (isInBody(path) ? knownPlace(known, path) : [])));
  const hasOwn = [...here].some((path) => !names.has(path) && placeAt(known, path)?.role !== 'constant');
  return !hasOwn && [...names].some((path) => !here.has(path));
}

/** The places where nearly all successes have a value of their own that does not come of the data. */
const usualNames = remembered(({ places }: KnownResults): ReadonlySet<string> => {
  const names = Object.entries(places).filter(
    ([path, { role, share }]) => role === 'free' && share >= nearlyAll && isInBody(path),
  );
  return new Set(names.map(([path]) => path));
});

/**
 * Successes without a result, where others of the same status have one. Results may have several forms, and a reference may stand in place
 * of a long one.
 */
export function lackingResults(successes: readonly SeenSuccess[], known: KnownResults): SeenSuccess[] {
  const withData = successes.filter(({ dataBytes }) => dataBytes > 0);
  const holds = (success: SeenSuccess) =>
    heldPaths(success).some((path) => isInBody(path) && growsAt(known, path));
  const holding = withData.filter(holds);
  const haveAll = holding.length >= nearlyAll * withData.length;
  const byStatus = [...groupedBy(holding, ({ status }) => status)];
  const longest = new Map(byStatus.map(([status, own]) => [status, longestData(own, 'dataBytes')]));
  const othersHave = ({ status, dataBytes }: SeenSuccess) => dataBytes <= (longest.get(status) ?? 0);
  return withData.filter(
    (success) => seenToLack(success, known) || (!holds(success) && (haveAll || othersHave(success))),
  );
}

type Size = 'dataBytes' | 'dataCharacters';

function longestData(successes: readonly SeenSuccess[], size: Size): number {
  const all = successes.filter(({ isNewThroughout }) => isNewThroughout);
  return all.reduce((most, one) => Math.max(most, one[size]), 0);
}

/**
 * Whether a body has nothing where nearly all successes have parts of the result. Also yes where the result has its place in a header,
 * or under a key with a dot or brackets in it: `seenToLack` knows better.
 */
export function bodyLacksResult(json: JsonText | null, known: KnownResults): boolean {
  const places = usualPlaces(known);
  return places.length > 0 && !places.some((place) => json !== null && holdsAt(json, place));
}

function holdsAt(json: JsonText, { path, keys }: UsualPlace): boolean {
  if (path === 'text') return !json.ok;
  return json.ok && valuesAt(json.value, keys).some(isSomething);
}

const isSomething = (leaf: unknown) => typeof leaf !== 'object' && leaf !== '';

/** Results may be this much further off their line than those from which it was learned. */
const mostFurther = 2 * mostOff;

/**
 * Whether the result in a body has another length than that for data of this size. Known only where all results before the load were on one
 * line.
 */
export function hasOtherLength(json: JsonText | null, dataBytes: number, known: KnownResults): boolean {
  if (json?.ok !== true || dataBytes === 0) return false;
  return usualPlaces(known).some(({ keys, isOnePath, line }) => {
    if (line === null || !isOnePath) return false;
    const expected = line.start + line.perByte * dataBytes;
    const [text] = valuesAt(json.value, keys);
    return typeof text === 'string' && Math.abs(expected - text.length) > line.off + mostFurther;
  });
}

/** The result of the latest call with a request that is sent again and again with other data of the same length. */
export interface LatestResult {
  texts: readonly string[];
  /** The number of the call; -1: there was none. */
  number: number;
}

/**
 * Whether an answer has the whole result of an earlier call, which had other data. If not, its result becomes the latest. `latest`:
 * null if every call with this request has the same data.
 */
export function repeatsResult(
  json: JsonText | null,
  known: KnownResults,
  latest: LatestResult | null,
  number: number,
): boolean {
  if (latest === null || json?.ok !== true) return false;
  const texts = usualPlaces(known)
    .filter(({ role, isOnePath }) => role === 'growing' && isOnePath)
    .map(({ keys }) => valuesAt(json.value, keys).find((value) => typeof value === 'string') ?? '');
  const isSame = texts.length === latest.texts.length && texts.every((text, at) => text === latest.texts[at]);
  if (isSame && number !== latest.number && texts.some((text) => isTelling(text))) return true;
  latest.texts = texts;
  latest.number = number;
  return false;
}

/** `length`: of the whole text, of which `text` may be pieces. */
function isTelling(text: string, length = text.length): boolean {
  return length >= shortestShared && new Set(text).size >= fewestCharacters;
}

/** The values to which the keys lead; `[]` stands for any item of a list, and `*` for any key. */
function valuesAt(whole: unknown, keys: readonly string[]): readonly unknown[] {
  return keys.reduce<readonly unknown[]>(
    (values, key) => values.flatMap((value) => innerValues(value, key)),
    [whole],
  );
}

function innerValues(value: unknown, key: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (key === '[]' || key === '*') return Object.values(value);
  return Object.hasOwn(value, key) ? [(value as Record<string, unknown>)[key]] : [];
}

/** A text that is shorter, or has fewer different characters, may be the same for other data by chance, or be a mask. */
const [shortestShared, fewestCharacters] = [24, 12];

/** The texts of results that no other result has by chance. */
export function tellingResults(successes: readonly SeenSuccess[], known: KnownResults): SeenLeaf[] {
  return seenIn(successes).filter(({ path, leaf: { length, mark }, success }) => {
    // In a longer text the mark may have no piece of the part that depends on the data.
    const isMarked = success.dataBytes * piecesOfMark >= length;
    return isMarked && isTelling(mark, length) && growsAt(known, path);
  });
}

/**
 * Successes whose result also occurs for other data: one of the two callers got the other's. Two cases do not count: data that repeats
 * itself, whose equal blocks may have equal results, and an answer that names an earlier result beside its own. `results`: the telling
 * ones.
 */
export function sharingResults(results: readonly SeenLeaf[], known: KnownResults): SeenSuccess[] {
  const isOfOther = (one: SeenSuccess, other: SeenSuccess) =>
    one.dataMark !== other.dataMark && (one.isNewThroughout || one.dataStart !== other.dataStart);
  const shared = [...groupedBy(results, ({ leaf }) => leaf.mark).values()].filter(([first, ...others]) =>
    others.some(({ success }) => first !== undefined && isOfOther(success, first.success)),
  );
  const marks = new Set(shared.map(([first]) => first?.leaf.mark));
  const isShared = ({ leaves }: SeenSuccess) =>
    [...leaves].every(([path, { mark }]) => marks.has(mark) || !growsAt(known, path));
  return distinct(shared.flat().map(({ success }) => success)).filter(isShared);
}

/**
 * Looks of successes that refer to a result instead of containing it: each has a unique value, such as the result's address, where no
 * success with a result has anything. Only data longer than any with a result counts: elsewhere the value may be that of an error.
 */
export function referenceLooks(
  successes: readonly SeenSuccess[],
  lacking: ReadonlySet<SeenSuccess>,
  known: KnownResults,
): string[] {
  const others = successes.filter((success) => !lacking.has(success));
  // Calls without data have no result, so they do not show where results are.
  const withResult = others.filter(({ dataBytes }) => dataBytes > 0);
  const taken = new Set(withResult.flatMap(({ leaves }) => [...leaves.keys()]));
  // A service may count the bytes of data, or its characters.
  const sizes = (['dataBytes', 'dataCharacters'] as const).map((size) => ({
    size,
    most: longestData(others, size),
  }));
  const groups = groupedBy([...lacking], (success) => lookOf(success, known));
  return [...groups].flatMap(([look, group]) => {
    const areLong = sizes.some(({ size, most }) => group.every((success) => success[size] > most));
    const areReferences = nameResults(
      group,
      (path) => !taken.has(path),
      ({ dataMark }) => dataMark,
    );
    return areLong && areReferences ? [look] : [];
  });
}

/**
 * Whether nearly each of these answers has a value of its own at a path that `mayBeAt` allows. `requestOf`: answers to the same request may
 * have the same value.
 */
export function nameResults<Seen extends SeenAnswer>(
  group: readonly Seen[],
  mayBeAt: (path: string) => boolean,
  requestOf: (answer: Seen) => unknown = (answer) => answer,
): boolean {
  const paths = [...(group[0]?.leaves.keys() ?? [])].filter(mayBeAt);
  const requests = new Set(group.map(requestOf)).size;
  const marksAt = (path: string) => new Set(group.map(({ leaves }) => leaves.get(path)?.mark));
  return requests > 1 && paths.some((path) => marksAt(path).size >= nearlyAll * requests);
}

/** Whether a success under load has null where earlier ones had a name, and a name nowhere. `names`: the keys that lead to each. */
export function lacksNames(json: JsonText | null, names: readonly (readonly string[])[]): boolean {
  if (json?.ok !== true) return false;
  const { value } = json;
  const isNull = (keys: readonly string[]) =>
    keys.some((_, at) => valuesAt(value, keys.slice(0, at + 1)).includes(null));
  return names.some(isNull) && !names.some((keys) => valuesAt(value, keys).some(isSomething));
}
