import type { ServiceCall } from './call.ts';

/** Whether a service takes the text that a request offers for its token. */
export type Comparison = (offered: string, token: string) => boolean;

/** Named ways to compare: each says in words what is taken for the token. */
export type Comparisons = Readonly<Record<string, readonly [words: string, isTaken: Comparison]>>;

/** A request offers what follows `Bearer `; under another scheme, the whole header. */
export function whereTaken(isTaken: Comparison): (call: ServiceCall) => boolean {
  return ({ headers, token }) => isTaken((headers.authorization ?? '').replace(/^Bearer +/i, ''), token);
}
