import type { Endpoint } from '../schemas/endpoints.ts';
import type { Exchange } from './exchange.ts';
import { isNothing, type JsonText, parseJsonText } from './json-text/json-text.ts';
import { extendForm, isOfOtherForm, type TextForm } from './text-form.ts';

/**
 * What the successful encrypt answers of this run look like: the document does not show them. A 2xx answer to a probe
 * breaks the clause only where nothing in it contradicts what every success had. A disguised refusal, such as
 * `200 {"success":false,"ciphertext":""}`, does contradict it. Plain data, extended in place because a run has many answers.
 */
export interface ControlProfile {
  answers: number;
  /** Endpoints with a success that matched the declared schema of refusals: there, matching it proves nothing. */
  refusalLike?: Endpoint[];
  /** Places of the smallest success. */
  fewestPlaces?: number;
  /** By place: "$" for the whole body, "$.result.nonce", "$.list.0", "header grpc-status", "HTTP 200". */
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
  /** Absent where no success had a string. */
  form?: TextForm;
  /** Distinct values, and how many successes had each; null once there are too many for a flag, a word or a fixed text. */
  values: [text: string, count: number][] | null;
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
const deepest = 12;
const mostItems = 20;
const mostPlaces = 400;
const longestKept = 60;
/** Headers in which an answer may say that it is no success, or what it wants instead (RFC 9110 §11.6.1). */
const telling = /(^|[-_])(grpc|status|code|err|exception|fault|fail|reason|result|success|denied|www)/;

export function newProfile(): ControlProfile {
  return { answers: 0, places: Object.create(null) };
}

export function learn(control: ControlProfile, exchange: Exchange, json: JsonText | null): void {
  if (!hasData(exchange)) control.ofEmpty ??= newProfile();
  const profile = profileFor(control, exchange);
  const here = placesOf(exchange, json);
  if (here === null || profile === undefined) return;
  profile.answers += 1;
  profile.fewestPlaces = Math.min(profile.fewestPlaces ?? here.size, here.size);
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
  const here = placesOf(exchange, json);
  return profile !== undefined && here !== null && isLikeAll(profile, here);
}

/** Whether the value at every place is like those of the successes, and no usual place is missing. */
function isLikeAll(profile: ControlProfile, here: ReadonlyMap<string, unknown>): boolean {
  const { answers, places, fewestPlaces = 0 } = profile;
  if (here.size < fewestPlaces) return false;
  const isUsual = ([place, { count }]: [string, PlaceProfile]) =>
    count < nearlyAll * answers || here.has(place);
  return (
    Object.entries(places).every(isUsual) &&
    [...here].every(([place, value]) => {
      const known = placeIn(profile, place);
      return known !== undefined && !isRare(known.count, answers) && isLike(known, value, answers);
    })
  );
}

export function profileFor(control: ControlProfile, exchange: Exchange): ControlProfile | undefined {
  return hasData(exchange) ? control : control.ofEmpty;
}

/** The result of encrypting an empty string may look different from all others. */
export function hasData({ request }: Exchange): boolean {
  return request.body?.startsWith('{"data":"",') !== true;
}

function isLike(
  { count, kinds, empty, form, values }: PlaceProfile,
  value: unknown,
  answers: number,
): boolean {
  if (!kinds.includes(kindOf(value)) || (isEmpty(value) && isRare(empty, count))) return false;
  if (typeof value === 'string' && form !== undefined && isOfOtherForm(form, value)) return false;
  const text = valueText(value);
  if (values === null || text === null || values.length * answersPerValue > answers) return true;
  // Several values with digits are counters, times or sizes, and the next answer may have a new one.
  if (values.length > 1 && values.some(([known]) => /[0-9]/.test(known))) return true;
  return !isRare(values.find(([known]) => known === text)?.[1] ?? 0, count);
}

function isRare(count: number, all: number): boolean {
  return count < Math.max(2, leastShare * all);
}

function extended(known: PlaceProfile | undefined, value: unknown): PlaceProfile {
  const profile = known ?? { count: 0, kinds: [], empty: 0, values: [] };
  profile.count += 1;
  if (!profile.kinds.includes(kindOf(value))) profile.kinds.push(kindOf(value));
  if (isEmpty(value)) profile.empty += 1;
  if (typeof value === 'string') profile.form = extendForm(profile.form, value);
  countValue(profile, value);
  return profile;
}

function countValue(profile: PlaceProfile, value: unknown): void {
  const { values } = profile;
  const text = valueText(value);
  if (values === null || text === null) return;
  const known = values.find(([one]) => one === text);
  if (known === undefined) values.push([text, 1]);
  else known[1] += 1;
  if (values.length > mostWords) profile.values = null;
}

/** null for objects and lists, whose members are compared instead. A long text is compared by its beginning and its length. */
function valueText(value: unknown): string | null {
  if (typeof value === 'object' && value !== null) return null;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length <= longestKept ? text : `${text.slice(0, longestKept / 2)}…${text.length}`;
}

/** The value at every place of an answer; null where the body has more places, or deeper ones, than are compared. */
function placesOf({ response }: Exchange, json: JsonText | null): Map<string, unknown> | null {
  const places = bodyPlaces(json);
  if (places === null) return null;
  places.set(`HTTP ${response.status}`, true);
  for (const [name, value] of Object.entries(response.headers))
    if (telling.test(name)) places.set(`header ${name}`, value);
  return places;
}

/** As `placesOf`, of the body alone. */
function bodyPlaces(json: JsonText | null): Map<string, unknown> | null {
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
  if (json !== null) visit('$', json.ok ? json.value : undefined, 0);
  return isWhole ? places : null;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isEmpty(value: unknown): boolean {
  return value === 0 || isNothing(value);
}

/** A refusal with sealed or signed contents is shorter than this; a result is at least as long as its data. */
const leastDataLength = 512;
/** Of the body of an encrypt request, besides the data. */
const besidesData = 64;
const mostTexts = 4;

/**
 * Whether the answer to a probe holds the result of encrypting its data, whatever its status says: its body, or a JSON text in it,
 * is like the results of this run, and one of its strings is at least as long as the data. A guard that sets 401 and does not
 * return lets the handler answer after it, with the same body or with one behind its own.
 */
export function holdsResult(control: ControlProfile, { request, response }: Exchange): boolean {
  const dataLength = (request.body?.length ?? 0) - besidesData;
  const { body } = response;
  if (dataLength < leastDataLength || body.length < dataLength || control.answers < fewestSuccesses)
    return false;
  const results = ofBodies(control);
  return textsIn(body).some((text) => {
    const all = bodyPlaces(parseJsonText(text));
    // A warning may come with the result.
    const here = new Map([...(all ?? [])].filter(([place]) => placeIn(results, place) !== undefined));
    if (!isLikeAll(results, here)) return false;
    return [...here.values()].some((value) => typeof value === 'string' && value.length >= dataLength);
  });
}

/** The whole body, and what begins with an object behind another text. */
function textsIn(body: string): string[] {
  const starts = [...body.matchAll(/[^\s:,[{]\s*(?=\{")/g)].slice(0, mostTexts);
  return [body, ...starts.map(({ 0: before, index }) => body.slice(index + before.length))];
}

/** What the results have in their bodies: status and headers are those of a refusal here. */
function ofBodies(control: ControlProfile): ControlProfile {
  const { places, fewestPlaces = 0, ...others } = control;
  const ofBody = Object.entries(places).filter(([place]) => place.startsWith('$'));
  const besides = Object.keys(places).length - ofBody.length;
  return { ...others, places: Object.fromEntries(ofBody), fewestPlaces: Math.max(1, fewestPlaces - besides) };
}
