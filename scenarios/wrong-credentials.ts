import crypto from 'k6/crypto';
import credentialsPart from '#part/space/credential-levels';
import type { Hashes } from './tokens/altered-token.ts';
import type { Authorization, WrongCredential } from './tokens/credentials.ts';

const hashes: Hashes = {
  md5: (text) => crypto.md5(text, 'hex'),
  sha1: (text) => crypto.sha1(text, 'hex'),
  sha256: (text) => crypto.sha256(text, 'hex'),
  hmacSha256: (key, text) => crypto.hmac('sha256', key, text, 'base64rawurl'),
};

/** Returns a function that makes the n-th form of a wrong credential. What makes them is made with the first. */
export function wrongCredentials(token: string, seed: number) {
  let make: ((credential: WrongCredential, index: number) => Authorization) | undefined;
  return (credential: WrongCredential, index: number): Authorization => {
    make ??= credentialsPart().wrongAuthorizations(token, seed, hashes);
    return make(credential, index);
  };
}
