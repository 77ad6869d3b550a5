import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { bearerOf } from '../bearer-token.ts';
import { bodyOf } from '../request-body.ts';
import { endpointAt, type ServiceEndpoint } from '../service-endpoints.ts';
import type { SentCredential, ServiceCall, ServiceConnection } from './call.ts';

/** How many bodies are remembered. */
const mostBodies = 100_000;

/** Reads requests into calls, and remembers of them what later calls may depend on. */
export function callReader(
  token: string,
): (request: IncomingMessage, inFlight: number) => Promise<ServiceCall> {
  const isAuthorised = bearerOf(token);
  const sequences = new Map<ServiceEndpoint | undefined, number>();
  const connections = new WeakMap<Socket, ServiceConnection>();
  const authorisedBodies = new Set<string>();
  let accepted = 0;

  function connectionOf(socket: Socket, credential: SentCredential): ServiceConnection {
    const before = connections.get(socket) ?? { number: ++accepted, calls: 0, isKnown: false };
    const now = { ...before, calls: before.calls + 1 };
    connections.set(socket, { ...now, isKnown: before.isKnown || credential === 'token' });
    return now;
  }

  function isRepeated(body: Buffer, credential: SentCredential): boolean {
    const fingerprint = createHash('sha256').update(body).digest('base64');
    const isKnown = authorisedBodies.has(fingerprint);
    if (credential === 'token' && authorisedBodies.size < mostBodies) authorisedBodies.add(fingerprint);
    return isKnown;
  }

  return async (request, inFlight) => {
    const { method = '', url = '', headers } = request;
    const endpoint = endpointAt(url);
    const credential = credentialIn(headers.authorization, isAuthorised);
    const sequence = (sequences.get(endpoint) ?? 0) + 1;
    sequences.set(endpoint, sequence);
    const connection = connectionOf(request.socket, credential);
    const body = await bodyOf(request);
    return {
      method,
      url,
      endpoint,
      headers,
      body,
      data: dataIn(body),
      token,
      credential,
      sequence,
      inFlight,
      isRepeated: isRepeated(body, credential),
      connection,
    };
  };
}

function credentialIn(
  header: string | undefined,
  isAuthorised: (authorization: string) => boolean,
): SentCredential {
  if (header === undefined) return 'absent';
  if (isAuthorised(header)) return 'token';
  if (/^(Bearer)?\s*$/i.test(header)) return 'empty';
  return /^Bearer (?!Bearer )/i.test(header) ? 'made-up' : 'scheme';
}

function dataIn(body: Buffer): string {
  try {
    const { data } = JSON.parse(body.toString());
    return typeof data === 'string' ? data : '';
  } catch {
    return '';
  }
}
