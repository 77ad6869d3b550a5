import type { Contract } from '../schemas/contract.ts';
import { type CallResult, callResult, type Exchange, outcomeName, succeeded } from './exchange.ts';
import type { JsonText } from './json-text/json-text.ts';
import { reportsError } from './reported-error.ts';
import { isUnlikeOthers, type UsualKeys } from './usual-keys.ts';

/** How a valid call ended: as its exchange says, unless its success reports an error, or is unlike all others. */
export interface CallEnd {
  readonly exchange: Exchange;
  readonly result: CallResult;
  /** "HTTP 503", "timeout" … */
  readonly outcome: string;
}

export const unlikeOthers = '2xx with a body unlike the others';
export const errorReported = '2xx that reports an error';

/** What the contract says of an endpoint's answers decides alone. */
export function callEnd(
  exchange: Exchange,
  json: JsonText | null,
  usual: UsualKeys,
  { answers: declared }: Contract,
): CallEnd {
  const { endpoint } = exchange;
  if (succeeded(exchange) && declared?.[endpoint]?.schema === undefined) {
    // The shape of user is stated, and an error breaks it.
    if (endpoint !== 'user' && reportsError(json))
      return { exchange, result: 'refused', outcome: errorReported };
    if (isUnlikeOthers(usual, exchange, json)) return { exchange, result: 'refused', outcome: unlikeOthers };
  }
  return { exchange, result: callResult(exchange), outcome: outcomeName(exchange) };
}
