import type { Endpoint } from '../schemas/endpoints.ts';
import type { Exchange } from './exchange.ts';
import { isNothing, type JsonText } from './json-text/json-text.ts';
import { extendForm, isOfOtherForm, type TextForm } from './text-form.ts';

/**
 * What successful, authorised encrypt answers look like, learned from the run itself: the document shows nothing of
 * them. A 2xx answer to a probe breaks the clause only where nothing in it contradicts what every success had; a refusal
 * in disguise, such as `200 {"success":false,"ciphertext":""}`, does. Plain data, extended in place: a run has many.
 */
export interface ControlProfile {
  answers: number;
  /** True when one had a challenge, with which a refusal says what it wants (RFC 9110 §11.6.1). */
  wasChallenged?: boolean;
  /** Endpoints of which a success kept the declared schema of refusals: that says nothing there. */
  refusalLike?: Endpoint[];
  readonly statuses: number[];
  /** How many successes had these places and no others; null once they are too many to be kinds of answers. */
  shapes: Record<string, number> | null;
  /** By place in the body: "$" for the whole, "$.result.nonce", "$.list.0". */
  readonly places: Record<string, PlaceProfile>;
}

/** What stood at one place in the successes. */
interface PlaceProfile {
  /** Successes that had it. */
  count: number;
  readonly kinds: string[];
  /** Of them, how many were empty there. */
  empty: number;
  /** True when a number was below zero. */
  wasNegative?: boolean;
  /** Absent where none was a text. */
  form?: TextForm;
  /** Characters of the shortest number. */
  shortestNumber?: number;
  /** Distinct values, and how many successes had each; null once they are too many for a flag, a word or a fixed text. */
  values: CountedTexts | null;
  /** How often one came again after another one was known: a counter or a time has no way back. */
  returns: number;
}

/** Plain data: the place of a value in one list is that of its count in the other. */
interface CountedTexts {
  readonly texts: string[];
  readonly counts: number[];
}

/** Of fewer successes an answer may be like all and still be none. */
export const fewestSuccesses = 8;
const mostWords = 20;
/** Of each distinct value there must have been so many answers, or the next answer may well have another. */
const answersPerValue = 5;
/** What fewer successes had may have been a glitch: an answer that is like them alone may be one again. */
const leastShare = 0.02;
/** What stands in so many is missing where it does not. */
const nearlyAll = 0.95;
/** A time that changes between answers under way at once returns less often. */
const returnsOfList = 0.25;
const mostShapes = 20;
const mostPlacesOfShape = 60;
const deepest = 12;
const mostItems = 20;
const mostPlaces = 400;
const longestKept = 60;
const mostSummed = 1000;

export function newProfile(): ControlProfile {
  return { answers: 0, statuses: [], shapes: Object.create(null), places: Object.create(null) };
}

export function learn(profile: ControlProfile, exchange: Exchange, json: JsonText | null): void {
  const here = placesOf(json);
  if (!hasData(exchange) || here === null) return;
  profile.answers += 1;
  learnShape(profile, here);
  include(profile.statuses, exchange.response.status);
  if (isChallenged(exchange)) profile.wasChallenged = true;
  const { places } = profile;
  const isFull = Object.keys(places).length >= mostPlaces;
  for (const [place, value] of here.entries()) {
    const known = Object.hasOwn(places, place) ? places[place] : undefined;
    if (known === undefined && isFull) continue;
    places[place] = extended(known, value);
  }
}

/** True when nothing in the answer contradicts the successes: not a key more or less, no other flag, nothing emptied. */
export function resembles(profile: ControlProfile, exchange: Exchange, json: JsonText | null): boolean {
  const { answers, statuses, places, shapes } = profile;
  if (answers === 0 || !statuses.includes(exchange.response.status)) return false;
  if (isChallenged(exchange) && profile.wasChallenged !== true) return false;
  const here = placesOf(json);
  if (here === null) return false;
  if (shapes === null ? lacksUsualPlace(profile, here) : !hasShape(shapes, answers, here)) return false;
  return [...here].every(([place, value]) => {
    const known = Object.hasOwn(places, place) ? places[place] : undefined;
    return known !== undefined && isLike(known, value, answers);
  });
}

/** The result of encrypting nothing may look like no other. */
export function hasData({ request }: Exchange): boolean {
  return request.body?.startsWith('{"data":"",') !== true;
}

function isChallenged({ response }: Exchange): boolean {
  return response.headers['www-authenticate'] !== undefined;
}

function isLike(place: PlaceProfile, value: unknown, answers: number): boolean {
  const { count, kinds, empty, wasNegative = false, form, shortestNumber = 0, values, returns } = place;
  if (!kinds.includes(kindOf(value)) || (isEmpty(value) && isRare(empty, count))) return false;
  if (isNegative(value) && !wasNegative) return false;
  if (typeof value === 'number' && String(value).length < shortestNumber) return false;
  if (typeof value === 'string' && form !== undefined && isOfOtherForm(form, value)) return false;
  const text = values === null ? null : valueText(value);
  if (values === null || text === null || values.texts.length * answersPerValue > answers) return true;
  // Several values with digits are counters and times, of which the next answer has another.
  const hasDigits = values.texts.some((known) => /[0-9]/.test(known));
  const isList = values.texts.length === 1 || !hasDigits || returns > returnsOfList * count;
  return !isList || !isRare(values.counts[values.texts.indexOf(text)] ?? 0, count);
}

function isRare(count: number, all: number): boolean {
  return count < Math.max(2, leastShare * all);
}

function learnShape(profile: ControlProfile, here: ReadonlyMap<string, unknown>): void {
  const { shapes } = profile;
  if (shapes === null) return;
  const shape = [...here.keys()].toSorted().join('\n');
  shapes[shape] = (shapes[shape] ?? 0) + 1;
  if (here.size > mostPlacesOfShape || Object.keys(shapes).length > mostShapes) profile.shapes = null;
}

/** All places of successes of one kind, of which there were more than a glitch or two. */
function hasShape(
  shapes: Readonly<Record<string, number>>,
  answers: number,
  here: ReadonlyMap<string, unknown>,
): boolean {
  return Object.entries(shapes).some(
    ([shape, count]) =>
      !isRare(count, answers) && shape.split('\n').every((place) => place === '' || here.has(place)),
  );
}

function lacksUsualPlace({ answers, places }: ControlProfile, here: ReadonlyMap<string, unknown>): boolean {
  return Object.entries(places).some(
    ([place, { count }]) => count >= nearlyAll * answers && !here.has(place),
  );
}

function extended(known: PlaceProfile | undefined, value: unknown): PlaceProfile {
  const profile = known ?? {
    count: 0,
    kinds: [],
    empty: 0,
    values: { texts: [], counts: [] },
    returns: 0,
  };
  profile.count += 1;
  include(profile.kinds, kindOf(value));
  if (isEmpty(value)) profile.empty += 1;
  if (isNegative(value)) profile.wasNegative = true;
  if (typeof value === 'string') profile.form = extendForm(profile.form, value);
  if (typeof value === 'number')
    profile.shortestNumber = Math.min(profile.shortestNumber ?? Infinity, String(value).length);
  countValue(profile, value);
  return profile;
}

function countValue(profile: PlaceProfile, value: unknown): void {
  const { values } = profile;
  const text = values === null ? null : valueText(value);
  if (values === null || text === null) return;
  include(values.texts, text);
  const at = values.texts.indexOf(text);
  values.counts[at] = (values.counts[at] ?? 0) + 1;
  if (at < values.texts.length - 1) profile.returns += 1;
  if (values.texts.length > mostWords) profile.values = null;
}

/**
 * Objects and lists have no value of their own: what they hold has. Of a long text its beginning, its length and a sum
 * over characters spread through it: k6's engine would take 100 ms for a sum over all of 200 kB.
 */
function valueText(value: unknown): string | null {
  if (typeof value === 'object' && value !== null) return null;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text.length <= longestKept) return text;
  const step = Math.ceil(text.length / mostSummed);
  let sum = 0;
  for (let at = text.length - 1; at >= 0; at -= step) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return `${text.slice(0, longestKept / 2)}…${text.length} ${sum}`;
}

/** Every place of a body with what stands there; null where it holds more places, or deeper ones, than are looked at. */
function placesOf(json: JsonText | null): Map<string, unknown> | null {
  const places = new Map<string, unknown>();
  let isWhole = true;
  const visit = (place: string, value: unknown, depth: number): void => {
    if (places.size >= mostPlaces || depth > deepest) isWhole = false;
    if (!isWhole) return;
    places.set(place, value);
    if (typeof value !== 'object' || value === null) return;
    const items = Array.isArray(value) ? value.slice(0, mostItems) : null;
    for (const [key, item] of Object.entries(items ?? value)) visit(`${place}.${key}`, item, depth + 1);
  };
  if (json !== null) visit('$', json.ok ? json.value : notJson, 0);
  return isWhole ? places : null;
}

const notJson: unique symbol = Symbol('text');

function kindOf(value: unknown): string {
  if (value === notJson) return 'text';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isEmpty(value: unknown): boolean {
  return value === 0 || isNothing(value);
}

function isNegative(value: unknown): boolean {
  return typeof value === 'number' && value < 0;
}

function include<T>(list: T[], item: T): void {
  if (!list.includes(item)) list.push(item);
}
