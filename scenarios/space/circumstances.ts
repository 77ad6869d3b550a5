import type { Circumstance } from '../../checks/exchange.ts';
import type { RequestHeaders } from '../../schemas/run-settings.ts';
import {
  accepts,
  contentTypes,
  cookieLevels,
  encodings,
  type HeaderLevel,
  type TargetLevel,
  targets,
} from './circumstance-levels.ts';
import { type Choices, drawLevels, weighted } from './draw.ts';
import type { Level, Point } from './level.ts';

/** The levels in which a call is made. */
export interface CircumstanceLevels {
  readonly contentType: HeaderLevel;
  readonly accept: HeaderLevel;
  readonly encodings: HeaderLevel;
  readonly target: TargetLevel;
  readonly cookies: Level;
}

/** Draws the circumstances of calls. The operator's own headers leave no room for others of that name. */
export function circumstanceMaker(own: RequestHeaders, seed: number) {
  const taken = Object.keys(own).map((name) => name.toLowerCase());
  const free = <One extends Level>(levels: readonly One[], header: string) =>
    taken.includes(header) ? levels.slice(0, 1) : levels;
  const ofProbes: Choices<CircumstanceLevels> = {
    contentType: free(contentTypes, 'content-type'),
    accept: free(accepts, 'accept'),
    encodings: free(encodings, 'accept-encoding'),
    target: targets,
    cookies: free(cookieLevels, 'cookie'),
  };
  const ofValid = { ...ofProbes, target: targets.filter(({ says }) => says !== 'must fail') };
  const choices = { probes: weighted(ofProbes), valid: weighted(ofValid) };
  return (of: 'probes' | 'valid', index: number, planned?: Point) =>
    drawLevels<CircumstanceLevels>(choices[of], index + 811, seed, planned);
}

/** What a service may refuse a call for; undefined: nothing. */
export function circumstanceOf(levels: CircumstanceLevels): Circumstance | undefined {
  const unusual = Object.values(levels).filter(({ says }: Level) => says === 'may be refused');
  if (unusual.length === 0) return undefined;
  const { contentType, accept, encodings: coding } = levels;
  return {
    words: `with ${unusual.map(({ name }: Level) => name).join(', ')}`,
    headers: { ...contentType.headers, ...accept.headers, ...coding.headers },
  };
}

export function sendsCookies({ cookies }: CircumstanceLevels): boolean {
  return cookies !== cookieLevels[0];
}
