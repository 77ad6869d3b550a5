import {
  accepts,
  claims,
  connections,
  contentTypes,
  cookieLevels,
  encodings,
  moments,
  targets,
} from './circumstance-levels.ts';
import { credentialLevels } from './credential-levels.ts';
import { charactersTried, lengths, repetitions, writings } from './data-levels.ts';
import type { DimensionName, LevelsBy } from './level.ts';

/** The space of requests: each dimension with its levels. */
export const space: LevelsBy = {
  length: lengths,
  repetition: repetitions,
  characters: charactersTried,
  writing: writings,
  contentType: contentTypes,
  accept: accepts,
  encodings,
  claims,
  target: targets,
  cookies: cookieLevels,
  credential: credentialLevels,
  connection: connections,
  moment: moments,
};

/** The names of dimensions in reports. */
export const dimensionWords: Readonly<Record<DimensionName, string>> = {
  length: 'length of data',
  repetition: 'repetition in data',
  characters: 'characters of data',
  writing: 'how JSON is written',
  contentType: 'Content-Type',
  accept: 'Accept',
  encodings: 'Accept-Encoding',
  claims: 'claims of the client',
  target: 'target',
  cookies: 'cookies',
  credential: 'credential',
  connection: 'connection',
  moment: 'moment',
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
