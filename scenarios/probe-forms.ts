import crypto from 'k6/crypto';
import probesPart from '#part/space/probes';
import type { RequestHeaders } from '../schemas/run-settings.ts';
import type { ProbeForms } from './planned-request.ts';
import type { Hashes } from './tokens/altered-token.ts';

const hashes: Hashes = {
  md5: (text) => crypto.md5(text, 'hex'),
  sha1: (text) => crypto.sha1(text, 'hex'),
  sha256: (text) => crypto.sha256(text, 'hex'),
  hmacSha256: (key, text) => crypto.hmac('sha256', key, text, 'base64rawurl'),
};

/** Defers the work until the first probe. */
export function probeForms(token: string, seed: number, ownHeaders: RequestHeaders): ProbeForms {
  let made: ProbeForms | undefined;
  const forms = () => {
    made ??= probesPart().probeMaker(token, seed, hashes, ownHeaders);
    return made;
  };
  return {
    wrong: (credential, index) => forms().wrong(credential, index),
    placed: (probe, index) => forms().placed(probe, index),
  };
}
