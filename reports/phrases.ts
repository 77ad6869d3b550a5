import { counted, countText, percentText, perSecond } from '../checks/wording.ts';
import type { Capacity, Report, Run, TokenProbes } from './report.ts';

/** "kept up to 850/s, broken from 1 275/s": what a changing load showed of one endpoint. */
export function capacityWords({ keptAt, brokenAt, levels }: Capacity): string {
  const climbing = levels.filter(({ afterPeak }) => !afterPeak);
  const highest = Math.max(0, ...climbing.map(({ rate }) => rate));
  const kept = keptAt === null ? 'not proven to be kept at any rate' : `kept up to ${perSecond(keptAt)}`;
  const asked = keptAt === highest ? ', the highest rate tested' : '';
  const broken = brokenAt === null ? 'not proven to be broken' : `broken from ${perSecond(brokenAt)}`;
  const limited = climbing.filter(({ generatorLimited }) => generatorLimited).map(({ rate }) => rate);
  const limit =
    limited.length === 0
      ? ''
      : ` (from ${perSecond(Math.min(...limited))} on, the load generator reached its own limit, which says nothing about the service)`;
  return `${kept}${asked}${asked === '' ? `, ${broken}` : ''}${limit}`;
}

export const advisoryWords =
  'ADVISORY RUN: this verdict blocks nothing. The exit status is 0 for fail and inconclusive, too.';

/** Of the inconclusive runs before this one, a line each. */
export function triesWords({ tries = [] }: Pick<Run, 'tries'>): string[] {
  return tries.map(({ reason }, index) => `Try ${index + 1} was inconclusive: ${reason}`);
}

/** What helps to a verdict, where there is none or it is open: the first remedy. */
export function whatToDo({ causes }: Pick<Report, 'causes'>): string[] {
  if (causes.some(({ verdict }) => verdict === 'fail')) return [];
  return causes.flatMap(({ remedy }) => (remedy === '' ? [] : remedy)).slice(0, 1);
}

/** What was tried with tokens that are not the access token. */
export function tokenProbesText({ ways, changedCharacters, characters }: TokenProbes): string {
  const made = counted(ways, 'way');
  if (changedCharacters === characters)
    return `${made}; each of the token's ${countText(characters)} characters changed (${percentText(1)})`;
  const part = percentText(changedCharacters / characters);
  return `${made}; ${countText(changedCharacters)} of the token's ${countText(characters)} characters changed (${part}), others in other runs`;
}
