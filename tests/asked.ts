import { createHash, createHmac } from 'node:crypto';
import type { Asked } from '../scenarios/conformance/schedule.ts';
import { dataChoice } from '../scenarios/payloads.ts';
import { wrongAuthorizations } from '../scenarios/space/credential-levels.ts';
import { mostBytesOfAll } from '../scenarios/space/data-levels.ts';
import type { Hashes } from '../scenarios/tokens/altered-token.ts';
import type { Contract } from '../schemas/contract.ts';

const digest = (algorithm: string) => (text: string) => createHash(algorithm).update(text).digest('hex');

/** Those of Node, where k6 has its own. */
export const hashes: Hashes = {
  md5: digest('md5'),
  sha1: digest('sha1'),
  sha256: digest('sha256'),
  hmacSha256: (key, text) => createHmac('sha256', key).update(text).digest('base64url'),
};

/** What a run with this seed asks. */
export function askedWith(
  token: string,
  seed: number,
  contract: Contract = { version: 1 },
  mostBytes = mostBytesOfAll,
): Asked {
  return {
    token,
    choice: dataChoice(seed, contract, mostBytes),
    wrong: wrongAuthorizations(token, seed, hashes),
  };
}
