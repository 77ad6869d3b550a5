import type { Contract } from '../schemas/contract.ts';
import type { Endpoint } from '../schemas/endpoints.ts';
import { hasData } from './control-profile.ts';
import { type Exchange, succeeded } from './exchange.ts';
import { isNothing, type JsonText } from './json-text/json-text.ts';
import { fieldsOf, isHollow } from './reported-error.ts';

/**
 * The top-level keys of successful valid calls before the load, by endpoint and status ("sync 200"); for encrypt only keys
 * with content, whatever the status. The document shows no errors, so a service may answer 2xx with one: a success
 * that shares no key with the others counts as refused. Plain data, extended in place.
 */
export type UsualKeys = Record<string, KindOfSuccess>;

interface KindOfSuccess {
  answers: number;
  /** Answers that held nothing. */
  hollow: number;
  /** How many answers had each key. */
  readonly counts: Record<string, number>;
}

const fewestAnswers = 8;
const nearlyAll = 0.8;
/** More keys are not field names: the object may be keyed by date, for example. */
const mostKeys = 100;

/** Whether the form of an endpoint's answers is unknown: the document states that of user, a contract may declare others. */
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
  for (const key of keysOf(exchange.endpoint, json.value)) {
    if (key in known.counts || Object.keys(known.counts).length < mostKeys)
      known.counts[key] = (known.counts[key] ?? 0) + 1;
  }
}

/**
 * Whether a success has no key that nearly all others had. For sync and backup, an empty body, object or list proves
 * nothing. For encrypt, an answer that holds nothing is not a result where most answers hold one, nor is an answer with
 * half of the usual keys empty.
 */
export function isUnlikeOthers(usual: UsualKeys, exchange: Exchange, json: JsonText | null): boolean {
  const { answers = 0, hollow = 0, counts = {} } = usual[kindOfSuccess(exchange)] ?? {};
  if (answers < fewestAnswers || json?.ok === false || !isJudged(exchange)) return false;
  const isEncrypt = exchange.endpoint === 'encrypt';
  const most = nearlyAll * (isEncrypt ? answers - hollow : answers);
  const expected = Object.keys(counts).filter((key) => (counts[key] ?? 0) >= most);
  const value = json?.value ?? null;
  if (isEncrypt && isHollow(value)) return hollow < answers * (expected.length === 0 ? 1 - nearlyAll : 0.5);
  if (expected.length === 0 || isNothing(value)) return false;
  const own = Object.fromEntries(fieldsOf(value));
  const emptied = expected.filter((key) => isEncrypt && key in own && isHollow(own[key]));
  return !expected.some((key) => key in own) || emptied.length >= expected.length / 2;
}

/** A 202 acknowledges later work, so it looks different from a result; 200 and 201 do not differ. */
function kindOfSuccess({ endpoint, response: { status } }: Exchange): string {
  return endpoint === 'encrypt' && status !== 202 ? endpoint : `${endpoint} ${status}`;
}

/** Results of an empty string or of another algorithm may look different from all others. */
function isJudged(exchange: Exchange): boolean {
  const isValid = exchange.credential === 'token' && succeeded(exchange);
  return isValid && hasData(exchange) && exchange.otherAlgorithm === null;
}

function keysOf(endpoint: Endpoint, value: unknown): string[] {
  return fieldsOf(value).flatMap(([key, held]) => (endpoint === 'encrypt' && isHollow(held) ? [] : [key]));
}
