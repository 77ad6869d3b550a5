import { signature } from '../service/variants/token-equivalences.ts';

/** A JWT that the equivalence `jwt` takes for the access token. */
export function signedJwt(alg: 'HS256' | 'HS384' | 'HS512'): string {
  const content = [
    { alg, typ: 'JWT' },
    { sub: 'usr_42', scope: 'encrypt' },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${content}.${signature(alg, content).toString('base64url')}`;
}
