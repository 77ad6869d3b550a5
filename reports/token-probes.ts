import { count, counted, share } from './format.ts';
import type { TokenProbes } from './report.ts';

/** What was tried with tokens that are not the access token. */
export function tokenProbesText({ ways, changedCharacters, characters }: TokenProbes): string {
  const made = counted(ways, 'way');
  if (changedCharacters === characters)
    return `${made}; each of the token's ${count(characters)} characters changed (${share(1)})`;
  const part = share(changedCharacters / characters);
  return `${made}; ${count(changedCharacters)} of the token's ${count(characters)} characters changed (${part}), others in other runs`;
}
