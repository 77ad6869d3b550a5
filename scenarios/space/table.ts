import { connections, cookieLevels, headerLevels, moments, targets } from './circumstance-levels.ts';
import { credentialLevels } from './credential-levels.ts';
import { charactersTried, lengths, repetitions, writings } from './data-levels.ts';
import type { DimensionName, Level } from './level.ts';

export const space: Readonly<Record<DimensionName, readonly Level[]>> = {
  length: lengths,
  repetition: repetitions,
  characters: charactersTried,
  writing: writings,
  ...headerLevels,
  target: targets,
  cookies: cookieLevels,
  credential: credentialLevels,
  connection: connections,
  moment: moments,
};

/** Differences between requests that no dimension covers: a pass says nothing about them. */
export const notInSpace: readonly string[] = [
  'other methods and endpoints',
  'bodies that are compressed, sent in chunks, or no JSON object with `data` and `algorithm`',
  'other media types than application/json',
  'more than one Authorization header',
  'other headers, `Origin` and `X-HTTP-Method-Override` among them',
  'other addresses, clients and users',
  'another time of day',
];
