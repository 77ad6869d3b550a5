import { endpoints } from '../../schemas/endpoints.ts';
import type { RequestHeaders } from '../../schemas/run-settings.ts';
import { dataWords } from '../payloads.ts';
import type { PlannedRequest, ProbeForms } from '../planned-request.ts';
import { inTurn, mix } from '../random.ts';
import type { Hashes } from '../tokens/altered-token.ts';
import { validAuthorization } from '../tokens/credentials.ts';
import { cookieLevels, type HeaderLevel, headerLevels, targets } from './circumstance-levels.ts';
import { wrongAuthorizations } from './credential-levels.ts';
import { elsewhereLevels, namesAt } from './elsewhere-levels.ts';
import { drawer, type Level } from './level.ts';

/** One in this many tokens that are in a wrong place has its scheme before it. */
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
      turnOf: (level: string) => number = () => mix(index, seed + 63),
    ): PlannedRequest => {
      const { levels, point } = draw(index, request.point);
      const { target, cookies, elsewhere, ...headers } = levels;
      const { authorization, variety, otherAlgorithm } = request;
      const path = inTurn(target.rewrites, turnOf(target.name))(endpoints[request.endpoint].path);
      const all: readonly HeaderLevel[] = [...Object.values(headers), target];
      const ofProbes = all.filter(({ says }) => says === 'must fail');
      /** The request as these levels make it. Its cookies are not known yet. */
      const madeBy = (own: readonly HeaderLevel[]) => {
        const mayBeWhy = own.filter(({ says }) => says === 'may be refused').map(({ name }) => name);
        const changed = own.flatMap((level) => Object.entries(level.headers ?? {}));
        return {
          ...request,
          circumstance: mayBeWhy.length > 0 ? `with ${mayBeWhy.join(', ')}` : undefined,
          headers: changed.length > 0 ? Object.fromEntries(changed) : undefined,
          path: target !== targets[0] && own.includes(target) ? path : undefined,
          sendsCookies: cookies !== cookieLevels[0],
        };
      };
      const made = { ...madeBy(all), point };
      if (!isProbe) return made;
      const { credential: _, ...data } = request.point ?? {};
      const turn = turnOf(elsewhere.name);
      const placed = elsewhere.place && {
        ...{ place: elsewhere.place, token, hasScheme: turn % withSchemeAmong === withSchemeAmong - 1 },
        names: namesAt(elsewhere, turn, authorization.credential, token),
      };
      return {
        ...made,
        authorization: { ...authorization, ...(placed && { elsewhere: placed }) },
        // Only wrong credentials have such levels, so their names go together.
        variety: [variety, ...ofProbes.map(({ name }) => `with ${name}`)].join(', '),
        twin: {
          ...madeBy(all.filter((level) => !ofProbes.includes(level))),
          authorization: validAuthorization(token),
          variety: dataWords(data, otherAlgorithm),
          point: data,
        },
      };
    };
  };
  return { wrong: wrongAuthorizations(token, seed, hashes), ofProbe: placer(true), ofValid: placer(false) };
}
