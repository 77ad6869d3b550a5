import type { Circumstance, TokenElsewhere } from '../../checks/exchange.ts';
import type { RequestHeaders } from '../../schemas/run-settings.ts';
import type { PlannedRequest, ProbeForms } from '../planned-request.ts';
import { inTurn, mix } from '../random.ts';
import type { Hashes } from '../tokens/altered-token.ts';
import {
  cookieLevels,
  type ElsewhereLevel,
  elsewhereLevels,
  type HeaderLevel,
  headerLevels,
  type TargetLevel,
  targets,
} from './circumstance-levels.ts';
import { wrongAuthorizations } from './credential-levels.ts';
import { drawer, type Point } from './level.ts';

/** Headers that the operator sets are not varied. */
export function probeMaker(token: string, seed: number, hashes: Hashes, own: RequestHeaders): ProbeForms {
  const taken = Object.keys(own).map((name) => name.toLowerCase());
  const isFree = (name: string) => !taken.includes(name.toLowerCase());
  const free = (levels: readonly HeaderLevel[]) =>
    levels.filter(({ headers = {} }) => Object.keys(headers).every(isFree));
  const placer = (
    targetLevels: readonly TargetLevel[],
    placeLevels: readonly ElsewhereLevel[],
    typeLevels: readonly HeaderLevel[],
  ) => {
    const choices = {
      contentType: free(typeLevels),
      accept: free(headerLevels.accept),
      encodings: free(headerLevels.encodings),
      claims: free(headerLevels.claims),
      target: targetLevels,
      cookies: isFree('cookie') ? cookieLevels : cookieLevels.slice(0, 1),
      elsewhere: placeLevels,
    };
    const draw = drawer(choices, seed + 811);
    return (
      request: PlannedRequest,
      index: number,
      planned: Point = {},
      turnOf: (level: string) => number = () => mix(index, seed + 63),
    ): PlannedRequest => {
      const { levels, point } = draw(index, planned, request.point);
      const { target, cookies, elsewhere, ...headers } = levels;
      const places = elsewhere.forms(token);
      const placed =
        places.length === 0 ? request : withTokenElsewhere(request, inTurn(places, turnOf(elsewhere.name)));
      const ofProbes = [headers.contentType, target].filter(({ says }) => says === 'must fail');
      return {
        ...placed,
        point: { ...request.point, ...point },
        // Only wrong credentials have another target or type, so their names go together.
        variety: [placed.variety, ...ofProbes.map(({ name }) => `with ${name}`)].join(', '),
        circumstance: circumstanceOf([...Object.values(headers), target]),
        ...(headers.contentType.says === 'must fail' && { ownHeaders: headers.contentType.headers }),
        target,
        sendsCookies: cookies !== cookieLevels[0],
      };
    };
  };
  // The document does not say how user and sync answer a query, so valid calls send none.
  const types = headerLevels.contentType;
  const ofProbe = placer(targets, elsewhereLevels, types);
  const typesOfValid = types.filter(({ says }) => says !== 'must fail');
  const ofValid = placer(targets.slice(0, 1), elsewhereLevels.slice(0, 1), typesOfValid);
  return { wrong: wrongAuthorizations(token, seed, hashes), ofProbe, ofValid };
}

function withTokenElsewhere(request: PlannedRequest, elsewhere: TokenElsewhere): PlannedRequest {
  const { place, name, inShell } = elsewhere;
  const article = place === 'query' || place === 'body' ? 'the' : 'a';
  const before = inShell.startsWith('Bearer') ? 'Bearer and ' : '';
  const words = `with ${before}the token as ${name} in ${article} ${place}`;
  const { authorization, variety } = request;
  return {
    ...request,
    authorization: { ...authorization, elsewhere, variety: `${authorization.variety}, ${words}` },
    variety: `${variety}, ${words}`,
  };
}

/** For what a service may refuse the call, except for its cookies, which are not known yet. undefined: for nothing. */
function circumstanceOf(levels: readonly HeaderLevel[]): Circumstance | undefined {
  const unusual = levels.filter(({ says }) => says === 'may be refused');
  if (unusual.length === 0) return undefined;
  const words = `with ${unusual.map(({ name }) => name).join(', ')}`;
  return { words, headers: Object.assign({}, ...unusual.map(({ headers }) => headers)) };
}
