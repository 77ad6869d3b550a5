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

/** Of several generators nobody knows which characters they changed: those of the one with most are the least there were. */
export function mostProbes(probes: readonly TokenProbes[]): TokenProbes | undefined {
  return probes.toSorted((a, b) => b.changedCharacters - a.changedCharacters || b.ways - a.ways)[0];
}
