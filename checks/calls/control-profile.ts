import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Comparable } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { isHollow } from './reported-error.ts';
import { extendForm, isOfOtherForm, type TextForm } from './text-form.ts';

/**
 * What this run has learned of answers that the document does not show: how they look where a call succeeds, and how encrypt
 * refuses. A 2xx answer to a probe breaks the clause only where nothing in it contradicts what every success had. A disguised
 * refusal, such as `200 {"success":false,"ciphertext":""}`, does contradict it. Plain data, extended in place because a run
 * has many answers.
 */
export interface ControlProfile {
  /** By kind: "encrypt", "encrypt of empty data", "sync 200". */
  readonly successes: Record<string, SuccessProfile>;
  /** Endpoints with a success that matched the declared schema of refusals: there, matching it proves nothing. */
  refusalLike?: Endpoint[];
  /** How long the body of the shortest result was, and that of the one with the longest request. */
  lengths?: { readonly shortest: number; readonly sent: number; readonly ofLongest: number };
  /** Refusals of short data, and how long the longest was. */
  shortRefusals?: { readonly count: number; readonly longest: number };
  /** By credential, how many probes with data were refused without a success. */
  refusals?: Record<string, number>;
  /** True when a probe with data got a 2xx answer unlike the successes: refusals may look like results of empty data. */
  isDisguised?: boolean;
}

/** The successes of one kind. */
export interface SuccessProfile {
  answers: number;
  /** Places of the smallest success. */
  fewestPlaces: number;
  /** By place: "$" for the whole body, "$.result.nonce", "$.list.0", "header grpc-status", "HTTP 200". */
  readonly places: Record<string, PlaceProfile>;
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
  return { successes: {} };
}

export function learn(success: Comparable): void {
  const { exchange, control } = success;
  const here = placesOf(success);
  if (here === null) return;
  const kind = kindOfSuccess(exchange, hasData(exchange));
  control.successes[kind] ??= { answers: 0, fewestPlaces: Infinity, places: Object.create(null) };
  const profile = control.successes[kind];
  profile.answers += 1;
  profile.fewestPlaces = Math.min(profile.fewestPlaces, here.size);
  const isFull = Object.keys(profile.places).length >= mostPlaces;
  for (const [place, value] of here) {
    const known = placeIn(profile, place);
    if (known !== undefined || !isFull) profile.places[place] = extended(known, value);
  }
  if (kind.startsWith('encrypt') && hasData(exchange)) learnLength(control, exchange);
}

function learnLength(control: ControlProfile, { request, response }: Exchange): void {
  const [sent, length] = [request.body?.length ?? 0, response.body.length];
  const { shortest, ...longest } = control.lengths ?? { shortest: length, sent, ofLongest: length };
  const isLongest = sent >= longest.sent;
  control.lengths = {
    shortest: Math.min(shortest, length),
    ...(isLongest ? { sent, ofLongest: length } : longest),
  };
}

/** A 202 acknowledges later work, and the result of an empty string may look different from all others. */
function kindOfSuccess({ endpoint, response: { status } }: Exchange, isOfData: boolean): string {
  const kind = endpoint === 'encrypt' && status !== 202 ? endpoint : `${endpoint} ${status}`;
  return isOfData ? kind : `${kind} of empty data`;
}

/** The successes with which an answer can be compared; undefined: there was none. */
export function successesLike(
  { control, exchange }: Comparable,
  isOfData = hasData(exchange),
): SuccessProfile | undefined {
  return control.successes[kindOfSuccess(exchange, isOfData)];
}

/** A profile that has travelled as JSON inherits names such as `constructor`. */
function placeIn({ places }: SuccessProfile, place: string): PlaceProfile | undefined {
  return Object.hasOwn(places, place) ? places[place] : undefined;
}

/** Whether nothing in the answer contradicts the successes: no missing or extra key, no other flag, nothing emptied. */
export function resembles(answer: Comparable): boolean {
  const profile = successesLike(answer);
  if (profile === undefined) return false;
  const { answers, places, fewestPlaces } = profile;
  const here = placesOf(answer);
  if (here === null || here.size < fewestPlaces) return false;
  return (
    usualPlaces(places, answers).every(([place]) => here.has(place)) &&
    [...here].every(([place, value]) => {
      const known = placeIn(profile, place);
      return known !== undefined && !isRare(known.count, answers) && isLike(known, value, answers);
    })
  );
}

/** Those that are expected in every success. */
export function usualPlaces(
  places: SuccessProfile['places'],
  answers: number,
): readonly [place: string, profile: PlaceProfile][] {
  return Object.entries(places).filter(([, { count }]) => count >= nearlyAll * answers);
}

export function hasData({ request }: Exchange): boolean {
  return !/"data"\s*:\s*""/.test(request.body?.slice(0, 120) ?? '');
}

function isLike(place: PlaceProfile, value: unknown, answers: number): boolean {
  const { count, kinds, empty, form } = place;
  if (!kinds.includes(kindOf(value)) || (isEmpty(value) && isRare(empty, count))) return false;
  if (typeof value === 'string' && form !== undefined && isOfOtherForm(form, value)) return false;
  const text = valueText(value);
  return text === null || (wordsAt(place, answers)?.includes(text) ?? true);
}

/** The flags, the words or the fixed text that stand at a place; null: any other may stand there too. */
export function wordsAt({ count, values }: PlaceProfile, answers: number): readonly string[] | null {
  if (values === null || values.length * answersPerValue > answers) return null;
  // Several values with digits are counters, times or sizes, and the next answer may have a new one.
  if (values.length > 1 && values.some(([known]) => /[0-9]/.test(known))) return null;
  return values.filter(([, times]) => !isRare(times, count)).map(([known]) => known);
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

/**
 * The value at every place of an answer, of sync and backup only at the top; null where the body has more places, or deeper
 * ones, than are compared.
 */
export function placesOf({
  exchange: { endpoint, response },
  json,
}: Comparable): Map<string, unknown> | null {
  const places = new Map<string, unknown>([[`HTTP ${response.status}`, true]]);
  let isWhole = true;
  const visit = (place: string, value: unknown, depth: number): void => {
    if (depth > 1 && endpoint !== 'encrypt') return;
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

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isEmpty(value: unknown): boolean {
  return value === 0 || isHollow(value);
}
