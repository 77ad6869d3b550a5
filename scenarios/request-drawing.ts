import crypto from 'k6/crypto';
import type { Contract } from '../schemas/contract.ts';
import { loadRequests } from './planned-request.ts';
import type { Settings } from './settings.ts';
import type { LoadData } from './setup-data.ts';
import { probeMaker } from './space/circumstances.ts';
import type { Hashes } from './tokens/altered-token.ts';

const hashes: Hashes = {
  digest: (algorithm, text) => crypto[algorithm](text, 'hex'),
  hmacSha256: (key, text) => crypto.hmac('sha256', key, text, 'base64rawurl'),
};

/** `token` and `headers` are those of the judged service or of its counterpart. */
export function probesOf({ token, headers }: Pick<Settings, 'token' | 'headers'>, seed: number) {
  return probeMaker(token, seed, hashes, headers);
}

export function drawingFor(caller: Parameters<typeof probesOf>[0], contract: Contract, data: LoadData) {
  return loadRequests(caller.token, data, contract, () => probesOf(caller, data.seed));
}
