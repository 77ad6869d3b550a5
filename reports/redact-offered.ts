import type { Exchange } from '../checks/exchange.ts';
import { type Redact, redactor } from './redact.ts';

/** One for each exchange: it remembers what it has looked through. */
const redactors = new WeakMap<Exchange, Redact>();

/** Hides the token that a request offered, where it was made from the access token: who knows how could undo it. */
export function redactOffered(exchange: Exchange): Redact {
  const redact = redactors.get(exchange) ?? offeredRedactor(exchange);
  redactors.set(exchange, redact);
  return redact;
}

function offeredRedactor({ credential, request }: Exchange): Redact {
  const { authorization, authorizationInShell } = request;
  const isAltered = credential === 'made-up' && authorizationInShell?.includes('ACCESS_TOKEN') === true;
  return redactor(isAltered && authorization !== null ? [authorization.replace('Bearer ', '')] : []);
}
