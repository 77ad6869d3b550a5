import { createCipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A request that has been read to its end. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An answer as a value. The delivery adds length and connection headers. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** The document requires a token only for encrypt. For backup it is this service's own choice, because backup writes. */
export const routes = {
  user: { method: 'GET', path: '/api/v1/user', needsToken: false },
  encrypt: { method: 'POST', path: '/api/v1/encrypt', needsToken: true },
  sync: { method: 'GET', path: '/api/v1/sync/status', needsToken: false },
  backup: { method: 'POST', path: '/api/v1/backup/create', needsToken: true },
} as const;

export type ServiceEndpoint = keyof typeof routes;

export const serviceEndpoints = Object.keys(routes) as readonly ServiceEndpoint[];

/** A request names a path or a whole URL (RFC 9112 §3.2). Its query changes nothing. */
export function endpointAt(target: string): ServiceEndpoint | undefined {
  const path = target.replace(/^https?:\/\/[^/?]*|\?.*$/gis, '');
  return serviceEndpoints.find((endpoint) => routes[endpoint].path === path);
}

export const makeToken = () => randomBytes(32).toString('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();

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

/**
 * All binary values in base64. To decrypt: AES-256-GCM with the key, the nonce and the tag. Every call draws a fresh nonce,
 * because a nonce used twice with one key breaks GCM. Its 12 bytes are the length that GCM does not hash first.
 */
export function encrypt(data: string, key: Buffer) {
  const nonce = randomBytes(12);
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
    const allow = route.method === 'GET' ? 'GET, HEAD' : 'POST';
    if (!allow.split(', ').includes(method))
      return refusal(405, 'method-not-allowed', `Use ${route.method}.`, { allow });
    if (route.needsToken && !isAuthorised(headers.authorization)) return tokenRefusal;
    try {
      // The document mentions JSON bodies but no Content-Type, so none is required.
      return answers[endpoint](method !== 'POST' || body.length === 0 ? null : JSON.parse(body.toString()));
    } catch {
      return refusal(400, 'not-json', 'The request body is not JSON.');
    }
  };
}

function jsonAnswer(status: number, value: unknown, headers: ServiceAnswer['headers'] = {}): ServiceAnswer {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: { ...headers, ...type }, body: JSON.stringify(value) };
}

/** An answer whose message the client may read. */
export function refusal(status: number, code: string, message: string, headers?: ServiceAnswer['headers']) {
  return jsonAnswer(status, { error: { code, message } }, headers);
}

export const tokenRefusal = refusal(
  401,
  'unauthorised',
  'Send the header Authorization: Bearer <ACCESS_TOKEN>.',
  { 'www-authenticate': 'Bearer realm="api"' },
);
