import { type CallResult, callResult, type Exchange, outcomeName } from './exchange.ts';
import type { JsonText } from './json-text/json-text.ts';
import { isUnlikeOthers, type UsualKeys } from './usual-keys.ts';

/** How a valid call ended: as its exchange says, unless its success is unlike all others. */
export interface CallEnd {
  readonly exchange: Exchange;
  readonly result: CallResult;
  /** "HTTP 503", "timeout" … */
  readonly outcome: string;
}

export const unlikeOthers = '2xx with a body unlike the others';

export function callEnd(exchange: Exchange, json: JsonText | null, usual: UsualKeys): CallEnd {
  if (isUnlikeOthers(usual, exchange, json)) return { exchange, result: 'refused', outcome: unlikeOthers };
  return { exchange, result: callResult(exchange), outcome: outcomeName(exchange) };
}
