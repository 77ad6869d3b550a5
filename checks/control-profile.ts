import type { Endpoint } from '../schemas/endpoints.ts';
import type { Exchange } from './exchange.ts';
import { isNothing, type JsonText } from './json-text/json-text.ts';
import { extendForm, isOfOtherForm, type TextForm } from './text-form.ts';

/**
 * What the successful encrypt answers of this run look like: the document does not show them. A 2xx answer to a probe
 * breaks the clause only where nothing in it contradicts what every success had. A disguised refusal, such as
 * `200 {"success":false,"ciphertext":""}`, does contradict it. Plain data, extended in place because a run has many answers.
 */
export interface ControlProfile {
  answers: number;
  /** True when one had a challenge, with which a refusal says what it wants (RFC 9110 §11.6.1). */
  wasChallenged?: boolean;
  /** Endpoints with a success that matched the declared schema of refusals: there, matching it proves nothing. */
  refusalLike?: Endpoint[];
  readonly statuses: number[];
  /** How many successes had exactly these places; null once there are too many combinations to be kinds of answers. */
  shapes: Record<string, number> | null;
  /** By place: "$" for the whole body, "$.result.nonce", "$.list.0", "header grpc-status". */
  readonly places: Record<string, PlaceProfile>;
  /** The successes with empty data, whose results may look different from all others. */
  ofEmpty?: ControlProfile;
  /** By credential, how many probes with data were refused without a success. */
  refusals?: Record<string, number>;
  /** True when a probe with data got a 2xx answer unlike the successes: refusals may look like results of empty data. */
  isDisguised?: boolean;
}

/** What the successes had at one place. */
export interface PlaceProfile {
  /** Successes that had it. */
  count: number;
  readonly kinds: string[];
  /** How many of them were empty there. */
  empty: number;
  wasNegative?: boolean;
  /** Absent where no success had a string. */
  form?: TextForm;
  /** Characters of the shortest number. */
  shortestNumber?: number;
  /** Distinct values, and how many successes had each; null once there are too many for a flag, a word or a fixed text. */
  values: CountedTexts | null;
  /** How often a value came again after another one: a counter or a time never does. */
  returns: number;
}

/** Plain data: each count belongs to the text at the same index. */
interface CountedTexts {
  readonly texts: string[];
  readonly counts: number[];
}

/** With fewer successes, an answer may resemble all of them by chance. */
export const fewestSuccesses = 8;
const mostWords = 20;
/** With fewer answers per distinct value, the next answer may well have a new one. */
const answersPerValue = 5;
/** What a smaller share of the successes had may have been a glitch, which can happen again. */
const leastShare = 0.02;
/** A place that this share of the successes had is expected in every one. */
const nearlyAll = 0.95;
/** A time returns less often than this, even where answers overlap. */
const returnsOfList = 0.25;
const mostShapes = 20;
const mostPlacesOfShape = 60;
const deepest = 12;
const mostItems = 20;
const mostPlaces = 400;
const longestKept = 60;
const mostSummed = 1000;
/** Headers in which an answer may say that it is no success. */
const telling = /(^|[-_])(grpc|status|code|err|exception|fault|fail|reason|result|success|denied)/;

export function newProfile(): ControlProfile {
  return { answers: 0, statuses: [], shapes: Object.create(null), places: Object.create(null) };
}

export function learn(control: ControlProfile, exchange: Exchange, json: JsonText | null): void {
  if (!hasData(exchange)) control.ofEmpty ??= newProfile();
  const profile = profileFor(control, exchange);
  const here = placesOf(exchange, json);
  if (here === null || profile === undefined) return;
  profile.answers += 1;
  learnShape(profile, here);
  include(profile.statuses, exchange.response.status);
  if (isChallenged(exchange)) profile.wasChallenged = true;
  const isFull = Object.keys(profile.places).length >= mostPlaces;
  for (const [place, value] of here) {
    const known = placeIn(profile, place);
    if (known !== undefined || !isFull) profile.places[place] = extended(known, value);
  }
}

/** A profile that has travelled as JSON inherits names such as `constructor`. */
function placeIn({ places }: ControlProfile, place: string): PlaceProfile | undefined {
  return Object.hasOwn(places, place) ? places[place] : undefined;
}

/** Whether nothing in the answer contradicts the successes: no missing or extra key, no other flag, nothing emptied. */
export function resembles(control: ControlProfile, exchange: Exchange, json: JsonText | null): boolean {
  const profile = profileFor(control, exchange);
  if (profile === undefined) return false;
  const { answers, statuses } = profile;
  if (answers === 0 || !statuses.includes(exchange.response.status)) return false;
  if (isChallenged(exchange) && profile.wasChallenged !== true) return false;
  const here = placesOf(exchange, json);
  if (here === null || !hasUsualShape(profile, here)) return false;
  return [...here].every(([place, value]) => {
    const known = placeIn(profile, place);
    return known !== undefined && isLike(known, value, answers);
  });
}

function profileFor(control: ControlProfile, exchange: Exchange): ControlProfile | undefined {
  return hasData(exchange) ? control : control.ofEmpty;
}

/** The result of encrypting an empty string may look different from all others. */
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
  const text = valueText(value);
  if (values === null || text === null || values.texts.length * answersPerValue > answers) return true;
  // Several values with digits are counters or times, and the next answer has a new one.
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

/** Whether it has all places of a kind of success that was no glitch; where kinds are unknown, all usual places. */
function hasUsualShape(
  { answers, places, shapes }: ControlProfile,
  here: ReadonlyMap<string, unknown>,
): boolean {
  if (shapes === null)
    return Object.entries(places).every(
      ([place, { count }]) => count < nearlyAll * answers || here.has(place),
    );
  return Object.entries(shapes).some(
    ([shape, count]) =>
      !isRare(count, answers) && shape.split('\n').every((place) => place === '' || here.has(place)),
  );
}

function extended(known: PlaceProfile | undefined, value: unknown): PlaceProfile {
  const none: PlaceProfile = { count: 0, kinds: [], empty: 0, values: { texts: [], counts: [] }, returns: 0 };
  const profile = known ?? none;
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
  const text = valueText(value);
  if (values === null || text === null) return;
  include(values.texts, text);
  const at = values.texts.indexOf(text);
  values.counts[at] = (values.counts[at] ?? 0) + 1;
  if (at < values.texts.length - 1) profile.returns += 1;
  if (values.texts.length > mostWords) profile.values = null;
}

/**
 * null for objects and lists, whose members are compared instead. A long text is compared by its beginning, its length
 * and a checksum of sampled characters: k6's engine would take 100 ms for all of 200 kB.
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

/** The value at every place of an answer; null where the body has more places, or deeper ones, than are compared. */
function placesOf({ response }: Exchange, json: JsonText | null): Map<string, unknown> | null {
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
  for (const [name, value] of Object.entries(response.headers))
    if (telling.test(name)) places.set(`header ${name}`, value);
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
