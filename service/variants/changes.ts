import { randomBytes } from 'node:crypto';
import type { ServiceAnswer } from '../conformant-service.ts';
import type { ServiceCall } from './call.ts';

/** Replacements in an answer; a header that is null is removed. */
export interface Instead {
  /** Replaces the whole answer, before its parts are replaced. */
  readonly answer?: ServiceAnswer;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Buffer;
}

/** Replacements that depend on the answer or on the call. */
export type Change = (answer: ServiceAnswer, call: ServiceCall) => Instead;

export function failing(status: number, code = 'refused', message = 'Not here, not so.'): Instead {
  return { status, body: JSON.stringify({ error: { code, message } }) };
}

export const after = (ms: number) => ({ delayMs: () => ms });
export const header = (name: string, value: string): Instead => ({ headers: { [name]: value } });
export const with200 = (value: unknown): Instead => ({ status: 200, body: JSON.stringify(value) });

export function compressed(encoding: string, compress: (body: Buffer) => Buffer): Change {
  return ({ body }) =>
    body.length === 0 ? {} : { ...header('content-encoding', encoding), body: compress(Buffer.from(body)) };
}

export function text(rewrite: (text: string, call: ServiceCall) => string | Buffer): Change {
  return ({ body }, call) => ({ body: rewrite(body.toString(), call) });
}

type JsonObject = Readonly<Record<string, unknown>>;

export function json(rewrite: (value: JsonObject, call: ServiceCall) => unknown): Change {
  return text((body, call) => JSON.stringify(rewrite(JSON.parse(body), call)));
}

/** Rewrites the value under the key `user`. */
export function record(rewrite: (user: JsonObject, call: ServiceCall) => unknown): Change {
  return json(({ user }, call) => ({ user: rewrite(user as JsonObject, call) }));
}

export const field = (name: string, value: unknown) => record((user) => ({ ...user, [name]: value }));

/** A last_sync so long after the call. */
export const syncedIn = (ms: number) =>
  record((user) => ({ ...user, last_sync: new Date(Date.now() + ms).toISOString() }));

/** Inserts a raw member before the others, inside the User object if there is one. */
export function member(raw: string, encoding: BufferEncoding = 'utf8'): Change {
  return text((body) => {
    const added = body.replace(/^(\{"user":)?\{/, (start) => `${start}${raw},`);
    return Buffer.from(added, encoding);
  });
}

export function ciphertext(resultOf: (data: string) => string | null): Change {
  return json((encrypted, { data }) => ({ ...encrypted, ciphertext: resultOf(data) }));
}

export const randomResult = (bytes: number) => randomBytes(bytes).toString('base64');

/** What encrypt may answer to short data. */
export const result = {
  algorithm: 'AES-256-GCM',
  nonce: 'AAAAAAAAAAAAAAAA',
  ciphertext: 'QQ==',
  tag: 'AAAA',
};
