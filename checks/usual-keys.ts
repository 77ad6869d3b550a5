import type { Contract } from '../schemas/contract.ts';
import type { Endpoint } from '../schemas/endpoints.ts';
import { hasData } from './control-profile.ts';
import { namesOtherAlgorithm } from './declared/algorithms.ts';
import { type Exchange, succeeded } from './exchange.ts';
import { isNothing, type JsonText } from './json-text/json-text.ts';
import { isHollow } from './reported-error.ts';

/**
 * The top-level keys that successes of valid calls had before the load, by endpoint and status: "sync 200". The document
 * shows no errors, so a service may answer 200 with one: a success that has no key of the others is counted as refused.
 * Plain data, extended in place.
 */
export type UsualKeys = Record<
  string,
  { answers: number; hollow: number; readonly counts: Record<string, number> }
>;

const fewestAnswers = 8;
const nearlyAll = 0.8;
/** More are no names of fields: an object by date, for example. */
const mostKeys = 100;

/** Whether nobody says what an endpoint's answers look like: the document states the shape of user, a contract may declare others. */
export function isFormOpen(endpoint: Endpoint, { answers }: Contract): boolean {
  return endpoint !== 'user' && answers?.[endpoint]?.schema === undefined;
}

export function learnKeys(
  usual: UsualKeys,
  exchange: Exchange,
  json: JsonText | null,
  contract: Contract,
): void {
  if (!isFormOpen(exchange.endpoint, contract) || !isJudged(exchange) || json?.ok !== true) return;
  const kind = kindOfSuccess(exchange);
  usual[kind] ??= { answers: 0, hollow: 0, counts: Object.create(null) };
  const known = usual[kind];
  known.answers += 1;
  if (isHollow(json.value)) known.hollow += 1;
  for (const key of keysOf(json.value)) {
    if (key in known.counts || Object.keys(known.counts).length < mostKeys)
      known.counts[key] = (known.counts[key] ?? 0) + 1;
  }
}

/**
 * Whether it has no key that nearly all successes had. Of sync and backup an empty body, object or list says nothing of the
 * kind; of encrypt it is no result where most hold one, nor is an object that holds nothing else.
 */
export function isUnlikeOthers(usual: UsualKeys, exchange: Exchange, json: JsonText | null): boolean {
  const { answers = 0, hollow = 0, counts = {} } = usual[kindOfSuccess(exchange)] ?? {};
  if (answers < fewestAnswers || json?.ok === false || !isJudged(exchange)) return false;
  const expected = Object.keys(counts).filter((key) => (counts[key] ?? 0) >= nearlyAll * answers);
  if (expected.length === 0) return false;
  const value = json?.value ?? null;
  if (exchange.endpoint === 'encrypt' && isHollow(value)) return hollow < answers / 2;
  const own = keysOf(value);
  return !isNothing(value) && !expected.some((key) => own.includes(key));
}

/** Such as 202 for what is done later, which looks another way than a result. */
function kindOfSuccess({ endpoint, response }: Exchange): string {
  return `${endpoint} ${response.status}`;
}

/** What another algorithm yields may look like no other, too. */
function isJudged(exchange: Exchange): boolean {
  const isValid = exchange.credential === 'token' && succeeded(exchange);
  return isValid && hasData(exchange) && !namesOtherAlgorithm(exchange);
}

function keysOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}
