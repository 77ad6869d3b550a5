import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { bearerOf, bodyOf } from '../conformant-service.ts';
import { endpointAt, type ServiceEndpoint } from '../service-answer.ts';
import type { SentCredential, ServiceCall, ServiceConnection } from './variant.ts';

/** When a variant shows. */
export interface Trigger {
  readonly summary: string;
  /** Decides by the call, or by how many calls have concerned the variant, this one included. */
  readonly fires: (call: ServiceCall, concerned: number) => boolean;
  /** Keeps calls waiting, so that calls sent together are answered together. */
  readonly holdMs?: number;
}

const largeBytes = 16 * 1024;

/** By the end of a variant's name, as `fault@trigger`; the ones about `data` show on encrypt alone. */
export const triggers = {
  'every-2nd': every(2, 'second'),
  'every-20th': every(20),
  'every-50th': every(50),
  'every-200th': every(200),
  'first-only': when('on the first call alone', (_, concerned) => concerned === 1),
  'second-only': when('on the second call alone', (_, concerned) => concerned === 2),
  'after-50': when('after 50 calls to the endpoint', ({ sequence }) => sequence > 50),
  'large-data': when('when data is longer than 16 KiB', ({ data }) => Buffer.byteLength(data) > largeBytes),
  'data-of-one-length': when(
    'when data is as long as a multiple of 29 characters',
    ({ data }) => data.length > 0 && data.length % 29 === 0,
  ),
  'empty-data': when('when data is empty', ({ data, body }) => data === '' && body.length > 0),
  'spaced-body': when('when the body begins with white space', ({ body }) => /^\{?\s/.test(body.toString())),
  'non-ascii-data': when('when data is not all ASCII', ({ data }) => /[^\0-\x7f]/.test(data)),
  'control-character-data': when('when data has a control character', ({ data }) =>
    [...data].some((char) => char < ' '),
  ),
  'quoted-data': when('when data holds a quotation mark', ({ data }) => data.includes('"')),
  'markup-data': when('when data holds a tag', ({ data }) => data.includes('</')),
  'every-70th-connection': when('on every 70th connection', ({ connection }) => connection.number % 70 === 0),
  'every-7th-connection': when('on every 7th connection', ({ connection }) => connection.number % 7 === 0),
  'fresh-connection': when('on the first call of a connection', ({ connection }) => connection.calls === 1),
  'used-connection': when(
    'on all but the first call of a connection',
    ({ connection }) => connection.calls > 1,
  ),
  'known-connection': when(
    'on a connection that has carried the token before',
    ({ connection }) => connection.isKnown,
  ),
  'known-body': when('when the same body came before with the token', ({ isRepeated }) => isRepeated),
  'sent-again': when('when the same wrong header came just before', ({ isSentAgain }) => isSentAgain),
  'any-type': when('when any type is accepted', ({ headers }) => !headers.accept?.includes('json')),
  compression: when('when gzip is accepted', ({ headers }) =>
    /\bgzip\b/.test(String(headers['accept-encoding'])),
  ),
  'before-backup': when('until backup has been called', ({ isBeforeBackup }) => isBeforeBackup),
  'four-in-flight': {
    ...when('while four or more calls are being answered', ({ inFlight }) => inFlight >= 4),
    holdMs: 5,
  },
};

function when(summary: string, fires: Trigger['fires']): Trigger {
  return { summary, fires };
}

function every(nth: number, words = `${nth}th`): Trigger {
  return when(`on every ${words} call`, (_, concerned) => concerned % nth === 0);
}

export type TriggerName = keyof typeof triggers;

/** How many bodies are remembered. */
const mostBodies = 100_000;

/** Reads requests into calls, and remembers of them what later calls may depend on. */
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
