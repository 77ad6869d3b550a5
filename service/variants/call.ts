import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { bearerOf, bodyOf, type ServiceRequest } from '../conformant-service.ts';
import { endpointAt, routes, type ServiceEndpoint } from '../service-answer.ts';

/** The content of the Authorization header. */
export type SentCredential = 'token' | 'absent' | 'empty' | 'scheme' | 'made-up';

/** One request, with everything that a variant may depend on. */
export interface ServiceCall extends ServiceRequest {
  /** undefined: the path is not in the document. */
  readonly endpoint: ServiceEndpoint | undefined;
  /** The `data` to encrypt; empty if there is none. */
  readonly data: string;
  /** The access token that the service requires. */
  readonly token: string;
  readonly credential: SentCredential;
  /** Number of calls to this endpoint so far, this one included. */
  readonly sequence: number;
  /** Whether backup has not been called yet. */
  readonly isBeforeBackup: boolean;
  /** Whether another call is making a backup. */
  readonly isDuringBackup: boolean;
  /** Number of calls being answered, this one included. */
  readonly inFlight: number;
  /** Whether the same body came before with the token. */
  readonly isRepeated: boolean;
  /** Whether the last call with a wrong token had the same Authorization header. */
  readonly isSentAgain: boolean;
  readonly connection: ServiceConnection;
}

interface ServiceConnection {
  /** Number of the accepted connection, from 1. */
  readonly number: number;
  /** Calls on this connection so far, this one included. */
  readonly calls: number;
  /** Whether an earlier call on it carried the token. */
  readonly isKnown: boolean;
}

/** A call is valid if the conformant service would not refuse it because of its token. */
export function isValid({ endpoint, credential }: ServiceCall): boolean {
  return endpoint !== undefined && (credential === 'token' || !routes[endpoint].needsToken);
}

/** Number of bodies that are remembered. */
const mostBodies = 100_000;

/** Reads requests into calls, and remembers what later calls may depend on. */
export function callReader(
  token: string,
): (request: IncomingMessage, inFlight: number) => Promise<Omit<ServiceCall, 'isDuringBackup'>> {
  const isAuthorised = bearerOf(token);
  const sequences = new Map<ServiceEndpoint | undefined, number>();
  const connections = new WeakMap<Socket, ServiceConnection>();
  const authorisedBodies = new Set<string>();
  let accepted = 0;
  let lastWrong: string | undefined;

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

  function isSentAgain(header: string | undefined, credential: SentCredential): boolean {
    if (header === undefined || credential === 'token') return false;
    const before = lastWrong;
    lastWrong = header;
    return header === before;
  }

  return async (request, inFlight) => {
    const { method = '', url = '', headers } = request;
    const endpoint = endpointAt(url);
    const credential = credentialIn(headers.authorization, isAuthorised);
    const sequence = (sequences.get(endpoint) ?? 0) + 1;
    sequences.set(endpoint, sequence);
    const connection = connectionOf(request.socket, credential);
    const isAgain = isSentAgain(headers.authorization, credential);
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
      isBeforeBackup: !sequences.has('backup'),
      inFlight,
      isRepeated: isRepeated(body, credential),
      isSentAgain: isAgain,
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
