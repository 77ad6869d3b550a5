import type { Exchange } from '../checks/exchange.ts';
import { type Redact, redactor } from './redact.ts';

/** Hides the token that a request offered, where it was made from the access token: who knows how could undo it. */
export function redactOffered({ credential, request }: Exchange): Redact {
  const { authorization, authorizationInShell } = request;
  const isAltered = credential === 'made-up' && authorizationInShell?.includes('ACCESS_TOKEN') === true;
  return redactor(isAltered && authorization !== null ? [authorization.replace('Bearer ', '')] : []);
}
