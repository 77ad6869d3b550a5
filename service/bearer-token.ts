import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * A predicate on the value of an Authorization header. Both sides are hashed, so that the time taken
 * says nothing of the token, not even its length.
 */
export function bearerOf(token: string): (authorization: string | undefined) => boolean {
  const expected = digest(token);
  return (authorization) => {
    const offered = /^Bearer +(.+)$/i.exec(authorization ?? '')?.[1];
    return offered !== undefined && timingSafeEqual(digest(offered), expected);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
