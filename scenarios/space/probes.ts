import type { RequestHeaders } from '../../schemas/run-settings.ts';
import type { PlannedRequest } from '../planned-request.ts';
import type { Hashes } from '../tokens/altered-token.ts';
import { circumstanceMaker, inCircumstances } from './circumstances.ts';
import { wrongAuthorizations } from './credential-levels.ts';

/** Parts that only probes have: wrong credentials, and circumstances in which valid calls of a load are not made. */
export function probeMaker(token: string, seed: number, hashes: Hashes, ownHeaders: RequestHeaders) {
  const { ofProbe } = circumstanceMaker(ownHeaders, seed);
  return {
    wrong: wrongAuthorizations(token, seed, hashes),
    placed: (probe: PlannedRequest, index: number) => inCircumstances(probe, ofProbe(index, {}, probe.point)),
  };
}
