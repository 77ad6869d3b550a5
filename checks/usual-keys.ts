import type { Contract } from '../schemas/contract.ts';
import type { Endpoint } from '../schemas/endpoints.ts';
import { type ControlProfile, hasData, successesLike } from './control-profile.ts';
import type { Exchange } from './exchange.ts';
import { isNothing, type JsonText } from './json-text/json-text.ts';
import { isHollow } from './reported-error.ts';

const fewestAnswers = 8;
const nearlyAll = 0.8;

/** Whether the form of an endpoint's answers is unknown: the document states that of user, a contract may declare others. */
export function isFormOpen(endpoint: Endpoint, { answers }: Contract): boolean {
  return endpoint !== 'user' && answers?.[endpoint]?.schema === undefined;
}

/**
 * Whether a success has no key that nearly all others before the load had: the document shows no errors, so a service may
 * answer 2xx with one. For sync and backup, an empty body, object or list proves nothing. For encrypt, an answer that holds
 * nothing is not a result where most answers hold one, nor is an answer with half of the usual keys empty.
 */
export function isUnlikeOthers(control: ControlProfile, exchange: Exchange, json: JsonText | null): boolean {
  const { places = {} } = successesLike(control, exchange) ?? {};
  const { count: answers = 0, empty: hollow = 0 } = places['$'] ?? {};
  if (answers < fewestAnswers || json?.ok === false || !isJudged(exchange)) return false;
  const isEncrypt = exchange.endpoint === 'encrypt';
  const most = nearlyAll * (isEncrypt ? answers - hollow : answers);
  const expected = Object.entries(places).flatMap(([place, { count, empty }]) => {
    const key = /^\$\.([^.]+)$/.exec(place)?.[1];
    return key !== undefined && count - (isEncrypt ? empty : 0) >= most ? [key] : [];
  });
  const value = json?.value ?? null;
  if (isEncrypt && isHollow(value)) return hollow < answers * (expected.length === 0 ? 1 - nearlyAll : 0.5);
  if (expected.length === 0 || isNothing(value)) return false;
  const own = new Map(typeof value === 'object' ? Object.entries(value ?? {}) : []);
  const emptied = expected.filter((key) => isEncrypt && own.has(key) && isHollow(own.get(key)));
  return !expected.some((key) => own.has(key)) || emptied.length >= expected.length / 2;
}

/** Results of an empty string or of another algorithm may look different from all others. */
function isJudged(exchange: Exchange): boolean {
  return exchange.credential === 'token' && hasData(exchange) && exchange.otherAlgorithm === null;
}
