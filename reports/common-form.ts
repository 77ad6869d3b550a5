import type { Finding } from './report.ts';

/** Forms of made-up tokens by how the command `token` calls them, and what a service that accepts these alone seems to do. */
const common: readonly (readonly [forms: RegExp, words: string])[] = [
  [/^the token with one (character|letter) /, 'are the access token with one character changed'],
  [
    /^the token with (one|two|its first third|\S+ for one) |^a random token of the same /,
    'are as long as the access token',
  ],
  [
    /^the token followed by |^the token without its last |^the first half of |^the token and a dot/,
    'begin like the access token',
  ],
  [/^the token without its first |^the second half of |^a dot and the token/, 'end like the access token'],
  [/^a JWT /, 'are JSON Web Tokens without a valid signature'],
  [/^the word /, 'are words'],
];

/** What wrong tokens have in common that a service accepts in several forms; empty: nothing, or the one form says it. */
export function commonForm({ check, causes }: Pick<Finding, 'check' | 'causes'>): string {
  if (check !== 'auth-made-up-refused' || causes.length < 2) return '';
  const found = common.find(([forms]) => causes.every(({ cause }) => forms.test(cause)));
  return found === undefined ? '' : `All accepted tokens ${found[1]}.`;
}
