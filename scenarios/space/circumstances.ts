import type { Circumstance } from '../../checks/exchange.ts';
import { endpoints } from '../../schemas/endpoints.ts';
import type { RequestHeaders } from '../../schemas/run-settings.ts';
import type { PlannedRequest, ProbeForms } from '../planned-request.ts';
import { inTurn, mix } from '../random.ts';
import type { Hashes } from '../tokens/altered-token.ts';
import { cookieLevels, type HeaderLevel, headerLevels, targets } from './circumstance-levels.ts';
import { wrongAuthorizations } from './credential-levels.ts';
import { elsewhereLevels, namesAt } from './elsewhere-levels.ts';
import { drawer, type Level, type Point } from './level.ts';

/** One token in so many, in a place where it should not be, has its scheme before it. */
const withSchemeAmong = 4;

/** Headers that the operator sets are not varied. */
export function probeMaker(token: string, seed: number, hashes: Hashes, own: RequestHeaders): ProbeForms {
  const taken = Object.keys(own).map((name) => name.toLowerCase());
  const isFree = (name: string) => !taken.includes(name.toLowerCase());
  const free = (levels: readonly HeaderLevel[]) =>
    levels.filter(({ headers = {} }) => Object.keys(headers).every(isFree));
  const placer = (isProbe: boolean) => {
    const allowed = <One extends Level>(levels: readonly One[]) =>
      levels.filter(({ says }) => isProbe || says !== 'must fail');
    const choices = {
      contentType: free(allowed(headerLevels.contentType)),
      accept: free(headerLevels.accept),
      encodings: free(headerLevels.encodings),
      claims: free(allowed(headerLevels.claims)),
      // The document does not say how user and sync answer a query, so valid calls send none.
      target: isProbe ? targets : targets.slice(0, 1),
      cookies: isFree('cookie') ? cookieLevels : cookieLevels.slice(0, 1),
      elsewhere: allowed(elsewhereLevels).map((one) =>
        one.place === 'header' ? { ...one, names: one.names.filter(isFree) } : one,
      ),
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
      const { place, name } = elsewhere;
      const { credential } = request.authorization;
      const placedAt = (turn: number) => ({
        names: namesAt(elsewhere, turn, credential, token),
        hasScheme: turn % withSchemeAmong === withSchemeAmong - 1,
      });
      const placed = place && { place, token, ...placedAt(turnOf(name)) };
      const mustFail = Object.values(headers).filter(({ says }) => says === 'must fail');
      const ofProbes = target.says === 'must fail' ? [...mustFail, target] : mustFail;
      return {
        ...request,
        authorization: { ...request.authorization, ...(placed && { elsewhere: placed }) },
        point: { ...request.point, ...point },
        // Only wrong credentials have such headers and targets, so their names go together.
        variety: [request.variety, ...ofProbes.map(({ name }) => `with ${name}`)].join(', '),
        circumstance: circumstanceOf([...Object.values(headers), target]),
        ...(mustFail.length > 0 && { ownHeaders: headersOf(mustFail) }),
        ...(target !== targets[0] && {
          target: {
            says: target.says,
            path: inTurn(target.rewrites, turnOf(target.name))(endpoints[request.endpoint].path),
          },
        }),
        sendsCookies: cookies !== cookieLevels[0],
      };
    };
  };
  return { wrong: wrongAuthorizations(token, seed, hashes), ofProbe: placer(true), ofValid: placer(false) };
}

/** For what a service may refuse the call, except for its cookies, which are not known yet. undefined: for nothing. */
function circumstanceOf(levels: readonly HeaderLevel[]): Circumstance | undefined {
  const unusual = levels.filter(({ says }) => says === 'may be refused');
  if (unusual.length === 0) return undefined;
  const words = `with ${unusual.map(({ name }) => name).join(', ')}`;
  return { words, headers: headersOf(unusual) };
}

function headersOf(levels: readonly HeaderLevel[]): RequestHeaders {
  return Object.assign({}, ...levels.map(({ headers }) => headers));
}
