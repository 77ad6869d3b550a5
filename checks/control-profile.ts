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
  /** Endpoints with a success that matched the declared schema of refusals: there, matching it proves nothing. */
  refusalLike?: Endpoint[];
  /** Places of the smallest success. */
  fewestPlaces?: number;
  /** By place: "$" for the whole body, "$.result.nonce", "$.list.0", "header grpc-status", "HTTP 200". */
  readonly places: Record<string, PlaceProfile>;
  /** How long the body of the shortest success was, and that of the one with the longest request. */
  lengths?: { readonly shortest: number; readonly sent: number; readonly ofLongest: number };
  /** Refusals of short data, and how long the longest was. */
  shortRefusals?: { readonly count: number; readonly longest: number };
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
  learnLength(profile, exchange);
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
  if (profile === undefined) return false;
  const { answers, places, fewestPlaces = 0 } = profile;
  const here = placesOf(exchange, json);
  if (here === null || here.size < fewestPlaces) return false;
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
  const places = new Map<string, unknown>([[`HTTP ${response.status}`, true]]);
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

function learnLength(profile: ControlProfile, { request, response }: Exchange): void {
  const [sent, length] = [request.body?.length ?? 0, response.body.length];
  const { shortest, ...longest } = profile.lengths ?? { shortest: length, sent, ofLongest: length };
  const isLongest = sent >= longest.sent;
  profile.lengths = {
    shortest: Math.min(shortest, length),
    ...(isLongest ? { sent, ofLongest: length } : longest),
  };
}

const shortRequest = 512;
const longRequest = 1024;
const fewestShort = 3;
/** Another text may come with the result, and results differ by some characters. */
const leastShareOfGrowth = 0.7;

export function learnShortRefusal(control: ControlProfile, { request, response }: Exchange): void {
  if ((request.body?.length ?? 0) > shortRequest) return;
  const { count, longest } = control.shortRefusals ?? { count: 0, longest: 0 };
  control.shortRefusals = { count: count + 1, longest: Math.max(longest, response.body.length) };
}

/**
 * Whether the answer to a probe holds the result of encrypting its data, whatever its status says: a guard that sets 401 and does not
 * return lets the operation answer after it. Then refusals grow with the data as results do. Those that repeat the data grow too.
 */
export function holdsResult(
  { lengths, shortRefusals }: ControlProfile,
  { request, response }: Exchange,
): boolean {
  const sent = request.body?.length ?? 0;
  if (sent < longRequest || lengths === undefined || (shortRefusals?.count ?? 0) < fewestShort) return false;
  const growth = (lengths.ofLongest - lengths.shortest) * (sent / lengths.sent);
  const isAsLong = response.body.length - (shortRefusals?.longest ?? 0) >= leastShareOfGrowth * growth;
  const [, data] = /"data": ?"([\w-]{12})/.exec(request.body ?? '') ?? [];
  return growth > shortRequest && isAsLong && data !== undefined && !response.body.includes(data);
}
