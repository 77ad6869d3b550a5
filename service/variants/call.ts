import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { bearerOf, endpointAt, type ServiceEndpoint, type ServiceRequest } from '../conformant-service.ts';

export const wrongCredentials = ['absent', 'empty', 'scheme', 'made-up'] as const;

/** The content of the Authorization header. */
export type SentCredential = 'token' | (typeof wrongCredentials)[number];

/** One request, with everything that a variant may depend on. */
export interface ServiceCall extends ServiceRequest {
  /** undefined: the path is not in the document. */
  readonly endpoint: ServiceEndpoint | undefined;
  /** The `data` to encrypt; empty if there is none. */
  readonly data: string;
  readonly token: string;
  readonly credential: SentCredential;
  /** Number of calls to this endpoint so far, this one included. */
  readonly sequence: number;
  readonly isBeforeBackup: boolean;
  /** Whether another call is making a backup. */
  readonly isDuringBackup: boolean;
  /** Number of calls being answered, this one included. */
  readonly inFlight: number;
  /** Whether the same body came before with the token. */
  readonly isRepeated: boolean;
  /** Whether the last call with a wrong token had the same Authorization header. */
  readonly isSentAgain: boolean;
  readonly connection: {
    /** Number of the accepted connection, from 1. */
    readonly number: number;
    /** Calls on this connection so far, this one included. */
    readonly calls: number;
    /** Whether an earlier call on it carried the token. */
    readonly isKnown: boolean;
  };
}

/** Number of bodies that are remembered. */
const mostBodies = 100_000;

/** Reads requests into calls, and remembers what later calls may depend on. */
export function callReader(token: string) {
  const isAuthorised = bearerOf(token);
  const sequences = new Map<ServiceEndpoint | undefined, number>();
  const connections = new WeakMap<Socket, ServiceCall['connection']>();
  const authorisedBodies = new Set<string>();
  /** Endpoints of the calls being answered. */
  const underWay: (ServiceEndpoint | undefined)[] = [];
  let accepted = 0;
  let lastWrong: string | undefined;

  return async (request: IncomingMessage, response: ServerResponse): Promise<ServiceCall> => {
    const { method = '', url = '', headers, socket } = request;
    const endpoint = endpointAt(url);
    const credential = credentialIn(headers.authorization, isAuthorised);
    const hasToken = credential === 'token';
    const sequence = (sequences.get(endpoint) ?? 0) + 1;
    sequences.set(endpoint, sequence);
    const before = connections.get(socket) ?? { number: ++accepted, calls: 0, isKnown: false };
    const connection = { ...before, calls: before.calls + 1 };
    connections.set(socket, { ...connection, isKnown: before.isKnown || hasToken });
    const wrong = hasToken ? undefined : headers.authorization;
    const isSentAgain = wrong !== undefined && wrong === lastWrong;
    lastWrong = wrong ?? lastWrong;
    const isDuringBackup = underWay.includes('backup');
    const inFlight = underWay.push(endpoint);
    response.once('close', () => underWay.splice(underWay.indexOf(endpoint), 1));
    const body = Buffer.concat(await request.toArray());
    const fingerprint = createHash('sha256').update(body).digest('base64');
    const isRepeated = authorisedBodies.has(fingerprint);
    if (hasToken && authorisedBodies.size < mostBodies) authorisedBodies.add(fingerprint);
    const isBeforeBackup = !sequences.has('backup');
    const sent = { method, url, endpoint, headers, body, data: dataIn(body), token, credential };
    const known = { sequence, connection, isBeforeBackup, isDuringBackup, isRepeated, isSentAgain };
    return { ...sent, ...known, inFlight };
  };
}

function credentialIn(header: string | undefined, isAuthorised: ReturnType<typeof bearerOf>): SentCredential {
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
