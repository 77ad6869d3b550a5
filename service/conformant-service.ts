import { createCipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  endpointAt,
  jsonAnswer,
  refusal,
  routes,
  type ServiceAnswer,
  type ServiceEndpoint,
  tokenRefusal,
} from './service-answer.ts';

export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns a predicate on the value of an Authorization header. Both sides are hashed, so that the time taken reveals nothing about
 * the token, not even its length.
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

/** The length for which GCM is specified without hashing the nonce first. */
const nonceBytes = 12;

/**
 * All binary values in base64. To decrypt: AES-256-GCM with the key, the nonce and the tag. Every call draws a fresh nonce,
 * because a nonce used twice with one key breaks GCM.
 */
export function encrypt(data: string, key: Buffer) {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(data, 'utf8'), cipher.final()]);
  return {
    algorithm: 'AES-256-GCM',
    nonce: nonce.toString('base64'),
    ciphertext: ciphertext.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

const userId = 'usr_k4Zp0vTq2mXw';

/** A request that has been read to its end. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The conformant service, apart from the wire. Its state is in memory, so that no disk delays an answer. */
export function conformantService(token: string): (request: ServiceRequest) => ServiceAnswer {
  const isAuthorised = bearerOf(token);
  const key = randomBytes(32);
  /** Calls to encrypt since the newest backup. */
  let pendingChanges = 0;
  let lastSync = new Date().toISOString();

  const answers: Readonly<Record<ServiceEndpoint, (body: unknown) => ServiceAnswer>> = {
    user() {
      const user = { id: userId, status: 'verified', encryption_key_exists: true, last_sync: lastSync };
      return jsonAnswer(200, { user });
    },
    encrypt(body) {
      const { data, algorithm } = Object(body);
      if (typeof data !== 'string' || typeof algorithm !== 'string')
        return refusal(400, 'bad-request', 'Send a JSON object with the strings data and algorithm.');
      if (algorithm !== 'AES-256-GCM')
        return refusal(422, 'unknown-algorithm', 'The only algorithm offered is AES-256-GCM.');
      pendingChanges += 1;
      return jsonAnswer(200, encrypt(data, key));
    },
    sync() {
      const status = pendingChanges === 0 ? 'synchronised' : 'pending';
      return jsonAnswer(200, { status, pending_changes: pendingChanges, last_sync: lastSync });
    },
    backup() {
      pendingChanges = 0;
      lastSync = new Date().toISOString();
      const id = `bkp_${randomBytes(9).toString('base64url')}`;
      return jsonAnswer(201, { backup: { id, created_at: lastSync, user_id: userId } });
    },
  };

  return ({ method, url, headers, body }) => {
    const endpoint = endpointAt(url);
    if (endpoint === undefined) return refusal(404, 'not-found', 'There is nothing at this path.');
    const route = routes[endpoint];
    const allowed = route.method === 'GET' ? ['GET', 'HEAD'] : ['POST'];
    if (!allowed.includes(method)) {
      const allow = allowed.join(', ');
      return refusal(405, 'method-not-allowed', `Use ${route.method}.`, { allow });
    }
    if (route.needsToken && !isAuthorised(headers.authorization)) return tokenRefusal();
    try {
      // The document mentions JSON bodies but no Content-Type, so none is required.
      return answers[endpoint](method !== 'POST' || body.length === 0 ? null : JSON.parse(body.toString()));
    } catch {
      return refusal(400, 'not-json', 'The request body is not JSON.');
    }
  };
}
