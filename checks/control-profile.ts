import type { Exchange } from './exchange.ts';
import type { JsonText } from './json-text/json-text.ts';

/**
 * What successful, authorised encrypt answers look like, learned from the run itself: the document shows nothing of
 * them. A 2xx answer to a probe breaks the clause only where nothing in it contradicts what every success had; a refusal
 * in disguise, such as `200 {"success":false,"ciphertext":""}`, does.
 */
export interface ControlProfile {
  readonly answers: number;
  readonly statuses: readonly number[];
  /** By place in the body: "$" for the whole, "$.result.nonce", "$.list[]". */
  readonly places: Readonly<Record<string, PlaceProfile>>;
}

/** What stood at one place in the successes. */
interface PlaceProfile {
  /** Successes that had anything there. */
  readonly count: number;
  readonly kinds: readonly string[];
  /** Of a call with data. */
  readonly wasEmpty: boolean;
  /** Distinct short values; null once there are too many for the value to mean anything. */
  readonly values: readonly string[] | null;
}

const distinctValuesKept = 4;
const answersForTrust = 5;
const deepest = 6;
const mostPlaces = 200;
const longestFixedValue = 60;

export const emptyProfile: ControlProfile = { answers: 0, statuses: [], places: {} };

export function learn(profile: ControlProfile, exchange: Exchange, json: JsonText | null): ControlProfile {
  const places: Record<string, PlaceProfile> = Object.assign(Object.create(null), profile.places);
  const hadData = hasData(exchange);
  placesOf(json).forEach((values, place) => {
    places[place] = extend(places[place], values, hadData);
  });
  return {
    answers: profile.answers + 1,
    statuses: including(profile.statuses, exchange.response.status),
    places,
  };
}

/** True when nothing in the answer contradicts the successes: not a key more or less, no other flag, nothing emptied. */
export function resembles(profile: ControlProfile, exchange: Exchange, json: JsonText | null): boolean {
  if (profile.answers === 0 || !profile.statuses.includes(exchange.response.status)) return false;
  const here = placesOf(json);
  const missing = Object.entries(profile.places).some(
    ([place, { count }]) => count === profile.answers && !here.has(place),
  );
  if (missing) return false;
  return [...here].every(([place, values]) => {
    const known = Object.hasOwn(profile.places, place) ? profile.places[place] : undefined;
    return known !== undefined && values.every((value) => isLike(known, value, profile.answers));
  });
}

/** The result of encrypting nothing may well be empty: that says nothing of other results. */
function hasData({ request }: Exchange): boolean {
  return request.body?.startsWith('{"data":"",') !== true;
}

function isLike(known: PlaceProfile, value: unknown, answers: number): boolean {
  if (!known.kinds.includes(kindOf(value))) return false;
  if (isEmpty(value) && !known.wasEmpty) return false;
  const text = fixedText(value);
  const isFixed = known.values !== null && answers >= answersForTrust;
  return !isFixed || text === null || known.values.includes(text);
}

function extend(known: PlaceProfile | undefined, found: readonly unknown[], hadData: boolean): PlaceProfile {
  const { count, kinds, wasEmpty, values } = known ?? { count: 0, kinds: [], wasEmpty: false, values: [] };
  return {
    count: count + 1,
    kinds: found.map(kindOf).reduce(including, kinds),
    wasEmpty: wasEmpty || (hadData && found.some(isEmpty)),
    values: found.reduce(extendValues, values),
  };
}

/** Objects and lists have no value of their own: what they hold has. */
function extendValues(before: readonly string[] | null, value: unknown): readonly string[] | null {
  if (before === null || (typeof value === 'object' && value !== null)) return before;
  const text = fixedText(value);
  const values = text === null ? null : including(before, text);
  return values === null || values.length > distinctValuesKept ? null : values;
}

/** null: too long to be a flag or a word of a list. */
function fixedText(value: unknown): string | null {
  if (typeof value === 'object' && value !== null) return null;
  const text = JSON.stringify(value) ?? '';
  return text.length > longestFixedValue ? null : text;
}

/** Every place of a body with the values found there; a list's items share one place. */
function placesOf(json: JsonText | null): Map<string, unknown[]> {
  const places = new Map<string, unknown[]>();
  const visit = (place: string, value: unknown, depth: number): void => {
    const values = places.get(place);
    if (values === undefined && places.size >= mostPlaces) return;
    if (values === undefined) places.set(place, [value]);
    else values.push(value);
    if (depth === deepest || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const item of value.slice(0, 20)) visit(`${place}[]`, item, depth + 1);
    else for (const [key, item] of Object.entries(value)) visit(`${place}.${key}`, item, depth + 1);
  };
  if (json !== null) visit('$', json.ok ? json.value : notJson, 0);
  return places;
}

const notJson: unique symbol = Symbol('text');

function kindOf(value: unknown): string {
  if (value === notJson) return 'text';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function including<T>(list: readonly T[], item: T): readonly T[] {
  return list.includes(item) ? list : [...list, item];
}
