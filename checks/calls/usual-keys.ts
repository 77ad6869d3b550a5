import type { Contract } from '../../schemas/contract.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Comparable } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import { isNothing } from '../json-text/json-text.ts';
import {
  fewestSuccesses,
  hasData,
  kindOf,
  type PlaceProfile,
  placesOf,
  type SuccessProfile,
  successesLike,
} from './control-profile.ts';
import { isHollow } from './reported-error.ts';
import { areWords, isGrowing } from './text-form.ts';

const nearlyAll = 0.8;
const most = 0.5;

/** Whether the form of an endpoint's answers is unknown: the document states that of user, a contract may declare others. */
export function isFormOpen(endpoint: Endpoint, { answers }: Contract): boolean {
  return endpoint !== 'user' && answers?.[endpoint]?.schema === undefined;
}

/**
 * Whether a success has no key that nearly all others before the load had: the document shows no errors, so a service may
 * answer 2xx with one. For sync and backup, an empty body, object or list proves nothing. For encrypt, an answer that holds
 * nothing is not a result where most answers hold one, nor is an answer with half of the usual keys empty, nor one that
 * lacks the result.
 */
export function isUnlikeOthers(answer: Comparable): boolean {
  const { exchange, json } = answer;
  const profile = successesLike(answer);
  const { count: answers = 0, empty: hollow = 0 } = profile?.places['$'] ?? {};
  if (profile === undefined || answers < fewestSuccesses || json?.ok === false || !isJudged(exchange))
    return false;
  const isEncrypt = exchange.endpoint === 'encrypt';
  const expected = keysOf(profile, nearlyAll * (isEncrypt ? answers - hollow : answers), isEncrypt);
  const value = json?.value ?? null;
  if (isEncrypt && isHollow(value)) return hollow < answers * (expected.length === 0 ? 1 - nearlyAll : most);
  if (isEncrypt && lacksResult(profile, answer)) return true;
  if (expected.length === 0 || isNothing(value)) return false;
  const own = membersOf(value);
  const emptied = expected.filter((key) => isEncrypt && own.has(key) && isHollow(own.get(key)));
  return !expected.some((key) => own.has(key)) || emptied.length >= expected.length / 2;
}

/** Whether a 2xx answer has nothing of what the successes of its endpoint have, so that it may be a refusal. */
export function sharesNothing(answer: Comparable): boolean {
  const { exchange, json, control } = answer;
  const known = Object.entries(control.successes).find(([kind]) => kind.startsWith(exchange.endpoint));
  const profile = successesLike(answer) ?? known?.[1];
  if (profile === undefined || json?.ok === false) return false;
  const { count = 0, kinds = [] } = profile.places['$'] ?? {};
  if (json === null) return count === profile.answers;
  const usual = keysOf(profile, most * count, exchange.endpoint === 'encrypt');
  const own = membersOf(json.value);
  const hasUsual = usual.length === 0 || usual.some((key) => own.has(key));
  return !kinds.includes(kindOf(json.value)) || !hasUsual || lacksResult(profile, answer);
}

/** Results of an empty string or of another algorithm may look different from all others. */
function isJudged(exchange: Exchange): boolean {
  return exchange.credential === 'token' && hasData(exchange) && exchange.otherAlgorithm === null;
}

/** The keys that so many of the successes had, and that were not empty in as many if they are to hold something. */
function keysOf({ places }: SuccessProfile, fewest: number, areHeld: boolean): string[] {
  return Object.entries(places).flatMap(([path, place]) => {
    const key = /^\$\.([^.]+)$/.exec(path)?.[1];
    return key !== undefined && (areHeld ? heldIn(place) : place.count) >= fewest ? [key] : [];
  });
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' ? Object.entries(value ?? {}) : []);
}

function heldIn({ count, empty }: PlaceProfile): number {
  return count - empty;
}

/**
 * Whether there is no result, a text that grows with the data, where most successes have one. A value that is new each time
 * may refer to a result, if no success has both.
 */
function lacksResult({ answers, places }: SuccessProfile, answer: Comparable): boolean {
  const results = Object.entries(places).filter(
    ([path, { form }]) => path.startsWith('$') && form !== undefined && isGrowing(form) && !areWords(form),
  );
  const held = Math.max(0, ...results.map(([, place]) => heldIn(place)));
  if (answers < fewestSuccesses || held < most * answers) return false;
  const here = placesOf(answer);
  if (here === null || results.some(([path]) => isScalar(here.get(path)))) return false;
  return ![...here].some(([path, value]) => {
    const place = Object.hasOwn(places, path) ? places[path] : undefined;
    const isElsewhere = place === undefined || heldIn(place) + held <= answers;
    const isNew = !(place?.values?.some(([text]) => text === String(value)) ?? false);
    return path.startsWith('$') && isScalar(value) && !isPhrase(value) && isElsewhere && isNew;
  });
}

function isScalar(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** Read no further than a reference is long: k6's engine would take milliseconds for a long text. */
function isPhrase(value: unknown): boolean {
  return /\s/.test(String(value).slice(0, 200));
}
