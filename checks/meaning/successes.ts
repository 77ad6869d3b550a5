import type { JsonText } from '../json-text/json-text.ts';
import { isResult, type KnownResults, knownPlace, mostOff, type SeenSuccess } from './known-results.ts';
import { piecesOfMark } from './leaves.ts';
import { lookOf } from './twins.ts';

/** Share of the successes with data that have a value at a usual place of results. */
const nearlyAll = 0.8;
const accepted = 202;

/** Places where nearly all successes have parts of the result. */
function usualPlaces(known: KnownResults): readonly string[] {
  const found = usual.get(known) ?? findUsual(known);
  usual.set(known, found);
  return found;
}

/** A cache, because a load needs this for every answer. */
const usual = new WeakMap<KnownResults, readonly string[]>();

/** The data that was sent is a part of the result only where nothing else comes of it. */
function findUsual({ places }: KnownResults): readonly string[] {
  const common = Object.entries(places).filter(([, { share }]) => share >= nearlyAll);
  const results = common.filter(([, place]) => isResult(place));
  const usual = results.length > 0 ? results : common.filter(([, { role }]) => role === 'echo');
  return usual.map(([path]) => path);
}

/** Whether a success has nothing where nearly all others have parts of the result. */
function lacksResult(holds: (place: string) => boolean, known: KnownResults): boolean {
  const places = usualPlaces(known);
  return places.length > 0 && !places.some(holds);
}

/** The same question for an answer that has been read into leaves. */
export function seenToLack({ dataBytes, leaves }: SeenSuccess, known: KnownResults): boolean {
  if (dataBytes === 0) return false;
  const held = [...leaves].filter(([, { kind, length }]) => kind !== 'null' && length > 0);
  const here = new Set(held.map(([path]) => knownPlace(known, path)));
  return lacksResult((place) => here.has(place), known);
}

/**
 * Returns the same question for bodies. A load asks it of every answer, so what is known is prepared once. It also says yes where a
 * place is a header, or a key with a dot or brackets in it: then the answer must be read into leaves.
 */
export function lackingResult(known: KnownResults): (json: JsonText | null) => boolean {
  const places = usualPlaces(known).map((path) => ({
    isText: path === 'text',
    keys: path.replace(/\[\]/g, '.[]').split('.').slice(1),
  }));
  if (places.length === 0) return () => false;
  return (json) =>
    !places.some(
      ({ isText, keys }) => json !== null && (json.ok ? !isText && reaches(json.value, keys, 0) : isText),
    );
}

/** The same question for a body. */
export function bodyLacksResult(json: JsonText | null, known: KnownResults): boolean {
  return lackingResult(known)(json);
}

/** Results may deviate from their line by so much more than those from which it was learned. */
const mostFurther = 2 * mostOff;

/**
 * Returns a function that tells whether a body has a result of another length than data of so many bytes gives. Known only where all
 * results before the load were on one line.
 */
export function ofOtherLength({
  places,
}: KnownResults): (json: JsonText | null, dataBytes: number) => boolean {
  const lines = Object.entries(places).flatMap(([path, { role, share, line }]) =>
    role === 'growing' && line !== null && share >= nearlyAll && /^\$[^*[]*$/.test(path)
      ? [{ keys: path.split('.').slice(1), line }]
      : [],
  );
  return (json, dataBytes) =>
    json?.ok === true &&
    dataBytes > 0 &&
    lines.some(({ keys, line: { start, perByte, off } }) => {
      const text = keys.reduce(memberOf, json.value);
      return (
        typeof text === 'string' && Math.abs(start + perByte * dataBytes - text.length) > off + mostFurther
      );
    });
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** Whether the keys lead to a value; `[]` stands for any item of a list, and `*` for any key. */
function reaches(value: unknown, keys: readonly string[], at: number): boolean {
  const key = keys[at];
  if (key === undefined) return typeof value === 'object' ? false : value !== '';
  if (typeof value !== 'object' || value === null) return false;
  if (key === '[]' || key === '*') return Object.values(value).some((item) => reaches(item, keys, at + 1));
  return Object.hasOwn(value, key) && reaches((value as Record<string, unknown>)[key], keys, at + 1);
}

/** A shorter text, or one of fewer characters, may be the same for other data by chance, or be a mask. */
const fewestShared = 64;
const fewestCharacters = 16;

/** Successes whose result holds a text that stands in a result of other data, too: one of the two callers got the other's. */
export function sharingResults(
  successes: readonly SeenSuccess[],
  known: KnownResults,
): ReadonlySet<SeenSuccess> {
  const byText = new Map<string, SeenSuccess[]>();
  for (const success of successes)
    for (const [path, { length, mark }] of success.leaves) {
      // In a longer text the mark may have no piece of the part that depends on the data.
      const isMarked = success.dataBytes * piecesOfMark >= length;
      const isTelling = isMarked && length >= fewestShared && new Set(mark).size >= fewestCharacters;
      if (!isTelling || known.places[knownPlace(known, path)]?.role !== 'growing') continue;
      const sharing = byText.get(mark) ?? [];
      byText.set(mark, sharing);
      sharing.push(success);
    }
  const shared = [...byText.values()].filter((some) =>
    some.some(({ dataMark }) => dataMark !== some[0]?.dataMark),
  );
  return new Set(shared.flat());
}

/**
 * Looks of successes that refer to a result instead of containing it: each has a unique value, such as the result's address, where
 * no success with a result has anything. If others contain the result itself, only a 202 can promise one.
 */
export function referenceLooks(
  successes: readonly SeenSuccess[],
  lacking: ReadonlySet<SeenSuccess>,
  known: KnownResults,
): string[] {
  const groups = new Map<string, SeenSuccess[]>();
  for (const success of lacking) {
    const look = lookOf(success, known);
    groups.set(look, [...(groups.get(look) ?? []), success]);
  }
  if (groups.size === 0) return [];
  const taken = new Set(
    successes.flatMap((success) => (lacking.has(success) ? [] : [...success.leaves.keys()])),
  );
  return [...groups].flatMap(([look, group]) =>
    group.every(isFinished) && nameResults(group, taken) ? [look] : [],
  );
}

function isFinished({ status }: SeenSuccess): boolean {
  return status !== accepted;
}

function nameResults(group: readonly SeenSuccess[], taken: ReadonlySet<string>): boolean {
  const paths = [...(group[0]?.leaves.keys() ?? [])].filter((path) => !taken.has(path));
  return (
    group.length > 1 &&
    paths.some((path) => {
      const marks = new Set(group.map(({ leaves }) => leaves.get(path)?.mark));
      return marks.size >= nearlyAll * group.length;
    })
  );
}
