import type { Contract } from '../schemas/contract.ts';
import { type CallResult, callResult, type Exchange, outcomeName, succeeded } from './exchange.ts';
import type { JsonText } from './json-text/json-text.ts';
import { reportsError } from './reported-error.ts';
import { isFormOpen, isUnlikeOthers, type UsualKeys } from './usual-keys.ts';

/** How a valid call ended: as its exchange says, unless its success reports an error, or is unlike all others. */
export interface CallEnd {
  readonly exchange: Exchange;
  readonly result: CallResult;
  /** "HTTP 503", "timeout" … */
  readonly outcome: string;
}

export const unlikeOthers = '2xx with a body unlike the others';
export const errorReported = '2xx that reports an error';

/** Where the form of an answer is stated or declared, that decides alone. */
export function callEnd(
  exchange: Exchange,
  json: JsonText | null,
  usual: UsualKeys,
  contract: Contract,
): CallEnd {
  if (succeeded(exchange) && isFormOpen(exchange.endpoint, contract)) {
    if (reportsError(json)) return { exchange, result: 'refused', outcome: errorReported };
    if (isUnlikeOthers(usual, exchange, json)) return { exchange, result: 'refused', outcome: unlikeOthers };
  }
  return { exchange, result: callResult(exchange), outcome: outcomeName(exchange) };
}
