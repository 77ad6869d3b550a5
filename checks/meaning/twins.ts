import { distinct } from '../add-up.ts';
import { succeeds } from '../exchange.ts';
import { remembered } from '../remembered.ts';
import { sumOf } from '../statistics/samples.ts';
import {
  expectedLeaf,
  isResult,
  type KnownResults,
  knownPlace,
  placeAt,
  type ResultPlace,
} from './known-results.ts';
import { isInBody, type Leaf, type Leaves, type SeenAnswer, shortestPart } from './leaves.ts';
import { mostOff } from './length-line.ts';
import type { FoundTexts } from './search.ts';
import { usualPlaces } from './usual-places.ts';

export interface Probe {
  readonly answer: SeenAnswer;
  /** Of the data that was sent, in UTF-8. */
  readonly dataBytes: number;
  /** The answer to the same request with the token, sent directly before or after, or together with it. */
  readonly twin: SeenAnswer;
  readonly found: FoundTexts;
  /** It had a made-up token and went to the target of its twin, so a refusal shows that the service looks at the token. */
  readonly isMadeUp: boolean;
}

export interface ComparedProbe {
  readonly probe: Probe;
  /**
   * holds: the whole result is there. part: some of it. without: none of it. weak: a result too short to prove anything. like,
   * unlike: the twin has no result, and the answer does or does not look like it.
   */
  readonly finds: 'holds' | 'part' | 'without' | 'weak' | 'like' | 'unlike';
  /** Status, paths, kinds, and names of the headers in which a result may be: shared by all answers of one form. */
  readonly look: string;
  /** Total characters of the twin's growing texts, and of what was found of them. */
  readonly wanted: number;
  readonly length: number;
  /** The answer has the same form as the twin's, constants included. */
  readonly isLikeTwin: boolean;
  /** The answer says something, and has the form of the twin's, constants included, but perhaps another status. */
  readonly hasTwinsForm: boolean;
  /** The twin has no result, although nearly all successes have one. It is no success, and neither is an answer like it. */
  readonly isTwinLacking: boolean;
  /** A constant has another value than in the successes. */
  readonly differs: boolean;
  /** Each text was found at its own path. */
  readonly isInPlace: boolean;
  /** A text was found at another path, and its length is not exactly that of the twin's. */
  readonly isLoose: boolean;
  /** The length of the result does not follow that of the data, so the twin's values were compared. */
  readonly isByValue: boolean;
  /** Headers in which the search found texts of the result, or similar ones. */
  readonly headers: readonly string[];
}

/** The status of an answer that promises a result for later. */
export const accepted = 202;

export function saysSuccess({ status, error }: SeenAnswer): boolean {
  return succeeds(status) && error === null;
}

/**
 * Compares an answer with its twin's. Valid calls may get results in several forms, as from two versions of a service: an answer in another
 * form than the twin's is also compared with what its own form holds for such data. `forms`: a success of each look, where answers are
 * not compared one by one.
 */
export function compareWithTwin(
  probe: Probe,
  known: KnownResults,
  forms?: ReadonlyMap<string, SeenAnswer>,
): ComparedProbe {
  const { answer, twin, dataBytes } = probe;
  const one = compared(probe, known);
  const isOpen = ['without', 'part', 'unlike'].includes(one.finds);
  if (!isOpen || !saysSuccess(answer)) return one;
  const look = lookOf(answer, known);
  if (look === lookOf(twin, known)) return one;
  const leaves = ownForm(answer, dataBytes, known);
  const expected = leaves && compared({ ...probe, twin: { ...twin, status: answer.status, leaves } }, known);
  if (expected?.finds === 'holds') return { ...expected, probe };
  const success = forms?.get(look);
  const beside = success && compared({ ...probe, twin: success }, known);
  return beside?.finds === 'like' ? { ...beside, probe } : one;
}

/** What successes have at the places of an answer for data of this length; null: at one of its places no success has anything. */
function ownForm({ leaves }: SeenAnswer, dataBytes: number, known: KnownResults): Leaves | null {
  const own = new Map<string, Leaf>();
  for (const [path, leaf] of leaves) {
    if (!isInBody(path)) continue;
    const place = placeAt(known, path);
    if (place === undefined) return null;
    own.set(path, { ...expectedLeaf(place, dataBytes), kind: leaf.kind });
  }
  return own;
}

function compared(probe: Probe, known: KnownResults): ComparedProbe {
  const { answer, twin, found } = probe;
  const here = new Map<string, Leaf>();
  for (const [path, leaf] of answer.leaves) here.set(knownPlace(known, path), leaf);
  const held = [...twin.leaves].flatMap(([path, leaf]) => {
    const place = placeAt(known, path);
    const isHeld = place !== undefined && (isInBody(path) || isResult(place));
    return isHeld ? [{ path, place, leaf, own: here.get(knownPlace(known, path)) }] : [];
  });
  const differs = held.some(
    ({ place, own }) => place.role === 'constant' && own !== undefined && !place.marks.includes(own.mark),
  );
  const isWhole = held.every(
    ({ place, own }) =>
      place.role !== 'free' || (own !== undefined && (own.length > 0 || place.shortest === 0)),
  );
  const isAlike = formOf(answer, known) === formOf(twin, known) && !differs && isWhole;
  const isLike = isAlike && answer.status === twin.status;
  const saysSomething = [...answer.leaves].some(
    ([path, { kind, length }]) => isInBody(path) && kind !== 'null' && length > 0,
  );
  const results = held.filter(({ place }) => isResult(place));
  const growing = results.filter(({ place }) => place.role === 'growing');
  const lengths = growing.map(({ path, place, leaf, own }) => {
    const inPlace = own !== undefined && isTextLike(own, leaf, place) ? own.length : null;
    const length = inPlace ?? found.lengths[path] ?? null;
    const more = (length ?? 0) - leaf.length;
    // The last of several pieces may be too short to be found.
    const isExact = more > -shortestPart && more <= 2 * mostOff;
    return { inPlace, length, isLoose: inPlace === null && !isExact };
  });
  const hasSame = results
    .filter(({ place }) => place.role === 'determined')
    .every(({ path, leaf, own }) => own?.mark === leaf.mark || found.same.includes(path));
  const isFound = hasSame && lengths.every(({ length }) => length !== null);
  const wanted = sumOf(growing, ({ leaf }) => leaf.length);
  const isByValue = growing.length === 0;
  let finds: ComparedProbe['finds'] = 'without';
  if (results.length === 0) finds = isLike ? 'like' : 'unlike';
  else if (isFound) finds = wanted < shortestPart && !isByValue ? 'weak' : 'holds';
  else if (lengths.some(({ length }) => length !== null)) finds = 'part';
  return {
    probe,
    finds,
    look: lookOf(answer, known) + resultHeaderNames(answer.leaves),
    wanted,
    length: sumOf(lengths, ({ length }) => length ?? 0),
    isTwinLacking: results.length === 0 && twin.status !== accepted && usualPlaces(known).some(isResult),
    hasTwinsForm: isAlike && saysSomething,
    isLikeTwin: isLike && (isFound || growing.every(({ own }) => own !== undefined && own.length > 0)),
    differs,
    isInPlace: lengths.every(({ inPlace }) => inPlace !== null),
    isLoose: lengths.some(({ isLoose }) => isLoose),
    isByValue,
    headers: distinct(results.flatMap(({ path }) => found.headers[path] ?? [])),
  };
}

/** Names of the headers in which a result, or its address, may be, with numbered ones combined. Answers with and without such a header differ in form. */
export function resultHeaderNames(leaves: Leaves): string {
  const paths = [...leaves.keys()].filter((path) => !isInBody(path));
  const names = distinct(paths.map((path) => ` + ${path.replaceAll(/\d+/g, '#')}`));
  return names.toSorted().join('');
}

/** Whether a text may be the result: as long as the twin's, of the same kinds of characters, and not the data that was sent. */
function isTextLike(own: Leaf, twin: Leaf, { kinds, characters }: ResultPlace): boolean {
  if (!kinds.includes(own.kind) || (own.characters & ~characters) !== 0) return false;
  if (twin.isEcho) return Math.abs(own.length - twin.length) <= mostOff;
  return isLongAs(own.length, twin.length) && !own.isEcho;
}

function isLongAs(length: number, wanted: number): boolean {
  return Math.abs(length - wanted) <= Math.max(mostOff, 0.06 * wanted);
}

export function lookOf(answer: SeenAnswer, known: KnownResults): string {
  return `${answer.status} ${formOf(answer, known)}`;
}

/** The places in the body of an answer, and the kinds of their values. */
export function formOf({ leaves }: SeenAnswer, known: KnownResults): string {
  let paths = '';
  for (const [path, { kind }] of leaves) if (isInBody(path)) paths += `${path}:${kind},`;
  const named = formsByPaths(known);
  const form = named.get(paths) ?? namedPaths(leaves, known);
  named.set(paths, form);
  return form;
}

/** Cached, because most answers have one of a few forms. */
const formsByPaths = remembered((_known: KnownResults) => new Map<string, string>());

function namedPaths(leaves: Leaves, known: KnownResults): string {
  const shape = [...leaves]
    .filter(([path]) => isInBody(path))
    .map(([path, { kind }]) => `${knownPlace(known, path)}:${kind}`);
  return shape.toSorted().join();
}
