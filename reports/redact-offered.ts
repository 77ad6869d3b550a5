import type { Exchange } from '../checks/exchange.ts';
import { type Redact, redactor } from './redact.ts';

/** Hides the token that a request offered, where it was made from the access token: who knows how could undo it. */
export function redactOffered({ credential, request }: Exchange): Redact {
  const { authorization, authorizationInShell } = request;
  const isAltered = credential === 'made-up' && authorizationInShell?.includes('ACCESS_TOKEN') === true;
  return isAltered && authorization !== null ? whenUsed(authorization.replace('Bearer ', '')) : unchanged;
}

/** Most answers to such a request hold nothing to hide: what looks for it is made for the first text. */
function whenUsed(offered: string): Redact {
  let redact: Redact | null = null;
  return (text) => {
    redact ??= redactor([offered]);
    return redact(text);
  };
}

function unchanged(text: string): string {
  return text;
}
