import { createCipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  endpointAt,
  jsonAnswer,
  Refusal,
  refusalAnswer,
  routes,
  type ServiceAnswer,
  type ServiceEndpoint,
  tokenRefusal,
} from './service-answer.ts';

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

/** The length for which GCM is specified without hashing the nonce first. */
const nonceBytes = 12;

/**
 * All binary values in base64; to decrypt: AES-256-GCM with the key, the nonce and the tag.
 * Every call draws a fresh nonce: a nonce used twice under one key breaks GCM.
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

/** What the service does, apart from HTTP. It keeps its state in memory: no disk delays an answer. */
function openOperations() {
  const key = randomBytes(32);
  /** Calls to encrypt since the newest backup. */
  let pendingChanges = 0;
  let lastSync = new Date().toISOString();

  return {
    user: () => ({ id: userId, status: 'verified', encryption_key_exists: true, last_sync: lastSync }),
    encrypt(data: string) {
      pendingChanges += 1;
      return encrypt(data, key);
    },
    syncStatus: () => ({
      status: pendingChanges === 0 ? 'synchronised' : 'pending',
      pending_changes: pendingChanges,
      last_sync: lastSync,
    }),
    createBackup() {
      pendingChanges = 0;
      lastSync = new Date().toISOString();
      return {
        id: `bkp_${randomBytes(9).toString('base64url')}`,
        created_at: lastSync,
        user_id: userId,
      };
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray());
}

/** A request, read to its end. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The service that conforms to the document, apart from the wire. */
export function conformantService(token: string): (request: ServiceRequest) => ServiceAnswer {
  const isAuthorised = bearerOf(token);
  const answers = answersOf(openOperations());

  function answer({ method, url, headers, body }: ServiceRequest): ServiceAnswer {
    const endpoint = endpointAt(url);
    if (endpoint === undefined) throw new Refusal(404, 'not-found', 'There is nothing at this path.');
    const route = routes[endpoint];
    const allowed = route.method === 'GET' ? ['GET', 'HEAD'] : ['POST'];
    if (!allowed.includes(method)) {
      const allow = allowed.join(', ');
      throw new Refusal(405, 'method-not-allowed', `Use ${route.method}.`, { allow });
    }
    if (route.needsToken && !isAuthorised(headers.authorization)) throw tokenRefusal();
    return answers[endpoint](method === 'POST' ? jsonIn(body) : undefined);
  }

  return (request) => {
    try {
      return answer(request);
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error);
      return refusalAnswer(new Refusal(500, 'internal', 'The service failed. Try again later.'));
    }
  };
}

function answersOf(
  operations: ReturnType<typeof openOperations>,
): Readonly<Record<ServiceEndpoint, (body: unknown) => ServiceAnswer>> {
  return {
    user: () => jsonAnswer(200, { user: operations.user() }),
    encrypt: (body) => jsonAnswer(200, operations.encrypt(encryptionRequest(body).data)),
    sync: () => jsonAnswer(200, operations.syncStatus()),
    backup: () => jsonAnswer(201, { backup: operations.createBackup() }),
  };
}

/** The document speaks of JSON bodies and of no Content-Type, so none is asked for. */
function jsonIn(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Refusal(400, 'not-json', 'The request body is not JSON.');
  }
}

function encryptionRequest(body: unknown): { readonly data: string } {
  const { data, algorithm } = isObject(body) ? body : {};
  if (typeof data !== 'string' || typeof algorithm !== 'string') {
    throw new Refusal(400, 'bad-request', 'Send a JSON object with the strings data and algorithm.');
  }
  if (algorithm !== 'AES-256-GCM') {
    throw new Refusal(422, 'unknown-algorithm', 'The only algorithm offered is AES-256-GCM.');
  }
  return { data };
}

function isObject(value: unknown): value is { readonly data?: unknown; readonly algorithm?: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
