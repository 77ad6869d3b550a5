import type { Circumstance } from '../../checks/exchange.ts';
import type { RequestHeaders } from '../../schemas/run-settings.ts';
import type { PlannedRequest, ProbeForms } from '../planned-request.ts';
import type { Hashes } from '../tokens/altered-token.ts';
import {
  type CircumstanceLevels,
  cookieLevels,
  type HeaderLevel,
  headerLevels,
  targets,
} from './circumstance-levels.ts';
import { wrongAuthorizations } from './credential-levels.ts';
import { type Drawn, drawer } from './level.ts';

/** Draws the circumstances of calls. Headers that the operator sets are not varied. */
export function circumstanceMaker(own: RequestHeaders, seed: number) {
  const taken = Object.keys(own).map((name) => name.toLowerCase());
  const isFree = (name: string) => !taken.includes(name.toLowerCase());
  const free = (levels: readonly HeaderLevel[]) =>
    levels.filter(({ headers = {} }) => Object.keys(headers).every(isFree));
  const ofProbes = {
    contentType: free(headerLevels.contentType),
    accept: free(headerLevels.accept),
    encodings: free(headerLevels.encodings),
    claims: free(headerLevels.claims),
    target: targets,
    cookies: isFree('cookie') ? cookieLevels : cookieLevels.slice(0, 1),
  };
  return {
    ofProbe: drawer<CircumstanceLevels>(ofProbes, seed + 811),
    // The document does not say how user and sync answer a query, so valid calls send none.
    ofValid: drawer<CircumstanceLevels>({ ...ofProbes, target: targets.slice(0, 1) }, seed + 811),
  };
}

/** Reasons for which a service may refuse a call; undefined: none. Cookies are not considered, as they are not known yet. */
function circumstanceOf({ cookies: _, ...levels }: CircumstanceLevels): Circumstance | undefined {
  const unusual: readonly HeaderLevel[] = Object.values(levels).filter(
    ({ says }) => says === 'may be refused',
  );
  if (unusual.length === 0) return undefined;
  return {
    words: `with ${unusual.map(({ name }) => name).join(', ')}`,
    headers: Object.assign({}, ...unusual.map(({ headers }) => headers)),
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

export function probeMaker(
  token: string,
  seed: number,
  hashes: Hashes,
  ownHeaders: RequestHeaders,
): ProbeForms {
  const { ofProbe } = circumstanceMaker(ownHeaders, seed);
  return {
    wrong: wrongAuthorizations(token, seed, hashes),
    placed: (probe, index) => inCircumstances(probe, ofProbe(index, {}, probe.point)),
  };
}
