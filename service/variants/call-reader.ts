import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { bearerOf } from '../bearer-token.ts';
import { endpointAt, type ServiceEndpoint } from '../service-endpoints.ts';
import type { SentCredential, ServiceCall, ServiceConnection } from './call.ts';

type IsAuthorised = (authorization: string) => boolean;

/** Reads requests into calls, and remembers of them what later calls may depend on. */
export function callReader(
  token: string,
): (request: IncomingMessage, inFlight: number) => Promise<ServiceCall> {
  const isAuthorised = bearerOf(token);
  const sequenceOf = sequenceCounter();
  const connectionOf = connectionRegister();
  const isRepeated = bodyMemory();

  return async (request, inFlight) => {
    const { method = '', url = '', headers } = request;
    const [path = '', query = ''] = url.split('?', 2);
    const endpoint = endpointAt(path);
    const credential = credentialIn(headers.authorization, isAuthorised);
    const arrival = {
      sequence: sequenceOf(endpoint),
      connection: connectionOf(request.socket, credential),
      inFlight,
    };
    const body = await bodyOf(request);
    return {
      ...arrival,
      method,
      url,
      endpoint,
      headers,
      body,
      data: dataIn(body),
      token,
      credential,
      authorizations: request.headersDistinct['authorization']?.length ?? 0,
      isTokenInQuery: isAuthorised(`Bearer ${new URLSearchParams(query).get('access_token')}`),
      isRepeated: isRepeated(body, credential),
    };
  };
}

function sequenceCounter(): (endpoint: ServiceEndpoint | undefined) => number {
  const sequences = new Map<ServiceEndpoint | undefined, number>();
  return (endpoint) => {
    const sequence = (sequences.get(endpoint) ?? 0) + 1;
    sequences.set(endpoint, sequence);
    return sequence;
  };
}

function connectionRegister(): (socket: Socket, credential: SentCredential) => ServiceConnection {
  const connections = new WeakMap<Socket, ServiceConnection>();
  let accepted = 0;
  return (socket, credential) => {
    const before = connections.get(socket) ?? { number: ++accepted, calls: 0, isKnown: false };
    const now = { ...before, calls: before.calls + 1 };
    connections.set(socket, { ...now, isKnown: before.isKnown || credential === 'token' });
    return now;
  };
}

function bodyMemory(): (body: Buffer, credential: SentCredential) => boolean {
  const remembered = 100_000;
  const authorised = new Set<string>();
  return (body, credential) => {
    const fingerprint = createHash('sha256').update(body).digest('base64');
    const isKnown = authorised.has(fingerprint);
    if (credential === 'token' && authorised.size < remembered) authorised.add(fingerprint);
    return isKnown;
  };
}

function credentialIn(header: string | undefined, isAuthorised: IsAuthorised): SentCredential {
  if (header === undefined) return 'absent';
  if (isAuthorised(header)) return 'token';
  if (/^(Bearer)?\s*$/i.test(header)) return 'empty';
  return /^Bearer /i.test(header) ? 'made-up' : 'scheme';
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function dataIn(body: Buffer): string {
  try {
    const { data } = JSON.parse(body.toString());
    return typeof data === 'string' ? data : '';
  } catch {
    return '';
  }
}
