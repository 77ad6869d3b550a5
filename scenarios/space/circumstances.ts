import type { Circumstance } from '../../checks/exchange.ts';
import type { RequestHeaders } from '../../schemas/run-settings.ts';
import type { PlannedRequest } from '../planned-request.ts';
import {
  accepts,
  claims,
  contentTypes,
  cookieLevels,
  encodings,
  type HeaderLevel,
  type TargetLevel,
  targets,
} from './circumstance-levels.ts';
import { type Choices, type Drawn, drawer } from './draw.ts';
import type { Level } from './level.ts';

/** The levels of the circumstances of a call. */
export interface CircumstanceLevels {
  readonly contentType: HeaderLevel;
  readonly accept: HeaderLevel;
  readonly encodings: HeaderLevel;
  readonly claims: HeaderLevel;
  readonly target: TargetLevel;
  readonly cookies: Level;
}

/** Draws the circumstances of calls. Headers that the operator sets are not varied. */
export function circumstanceMaker(own: RequestHeaders, seed: number) {
  const taken = Object.keys(own).map((name) => name.toLowerCase());
  const free = (levels: readonly HeaderLevel[]) =>
    levels.filter(({ headers }) => !Object.keys(headers).some((name) => taken.includes(name.toLowerCase())));
  const ofProbes: Choices<CircumstanceLevels> = {
    contentType: free(contentTypes),
    accept: free(accepts),
    encodings: free(encodings),
    claims: free(claims),
    target: targets,
    cookies: taken.includes('cookie') ? cookieLevels.slice(0, 1) : cookieLevels,
  };
  return {
    ofProbe: drawer<CircumstanceLevels>(ofProbes, seed + 811),
    ofValid: drawer<CircumstanceLevels>(
      // The document does not say how user and sync answer a query, so valid calls send none.
      { ...ofProbes, target: targets.slice(0, 1) },
      seed + 811,
    ),
  };
}

/** Reasons for which a service may refuse a call; undefined: none. Cookies are not considered, as they are not known yet. */
function circumstanceOf(levels: CircumstanceLevels): Circumstance | undefined {
  const { contentType, accept, encodings: coding, claims: claim, target } = levels;
  const unusual = [contentType, accept, coding, claim, target].filter(
    ({ says }) => says === 'may be refused',
  );
  if (unusual.length === 0) return undefined;
  return {
    words: `with ${unusual.map(({ name }) => name).join(', ')}`,
    headers: { ...contentType.headers, ...accept.headers, ...coding.headers, ...claim.headers },
  };
}

/** Puts a request in these circumstances. Only wrong credentials have another target, so its name goes with theirs. */
export function inCircumstances(
  request: PlannedRequest,
  { levels, point }: Drawn<CircumstanceLevels>,
): PlannedRequest {
  const { target } = levels;
  const mustFail = target.says === 'must fail';
  return {
    ...request,
    variety: mustFail ? `${request.variety}, with ${target.name}` : request.variety,
    point: { ...request.point, ...point },
    circumstance: circumstanceOf(levels),
    target,
    sendsCookies: levels.cookies !== cookieLevels[0],
  };
}
