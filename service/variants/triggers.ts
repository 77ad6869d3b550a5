import type { Call } from './call.ts';

/** When a variant shows. */
export interface Trigger {
  readonly summary: string;
  /** Decides by the call, or by how many calls have concerned the variant, this one included. */
  readonly fires: (call: Call, concerned: number) => boolean;
  /** Keeps calls waiting, so that calls sent together are answered together. */
  readonly holdMs?: number;
}

const largeBytes = 16 * 1024;

/** Any fault can be had with any trigger, as `fault@trigger`; the ones about `data` show on encrypt alone. */
export const triggers = {
  'every-2nd': { summary: 'on every second call', fires: (_, concerned) => concerned % 2 === 0 },
  'every-20th': { summary: 'on every 20th call', fires: (_, concerned) => concerned % 20 === 0 },
  'every-50th': { summary: 'on every 50th call', fires: (_, concerned) => concerned % 50 === 0 },
  'every-100th': { summary: 'on every 100th call', fires: (_, concerned) => concerned % 100 === 0 },
  'every-200th': { summary: 'on every 200th call', fires: (_, concerned) => concerned % 200 === 0 },
  'first-only': { summary: 'on the first call only', fires: (_, concerned) => concerned === 1 },
  'second-only': { summary: 'on the second call only', fires: (_, concerned) => concerned === 2 },
  'after-50': { summary: 'after 50 calls to the endpoint', fires: ({ sequence }) => sequence > 50 },
  'large-data': {
    summary: 'when data is longer than 16 KiB',
    fires: ({ data }) => Buffer.byteLength(data) > largeBytes,
  },
  'empty-data': { summary: 'when data is empty', fires: ({ data, body }) => data === '' && body.length > 0 },
  'non-ascii-data': { summary: 'when data is not all ASCII', fires: ({ data }) => /[^\0-\x7f]/.test(data) },
  'control-character-data': {
    summary: 'when data contains a control character',
    fires: ({ data }) => [...data].some((character) => character < ' '),
  },
  'quoted-data': { summary: 'when data contains a quotation mark', fires: ({ data }) => data.includes('"') },
  'markup-data': { summary: 'when data contains a tag', fires: ({ data }) => data.includes('</') },
  'every-7th-connection': {
    summary: 'on every 7th connection',
    fires: ({ connection }) => connection.number % 7 === 0,
  },
  'fresh-connection': {
    summary: 'on the first call of a connection',
    fires: ({ connection }) => connection.calls === 1,
  },
  'used-connection': {
    summary: 'on all but the first call of a connection',
    fires: ({ connection }) => connection.calls > 1,
  },
  'known-connection': {
    summary: 'on a connection that has carried the token before',
    fires: ({ connection }) => connection.isKnown,
  },
  'known-body': {
    summary: 'when the same body came before with the token',
    fires: ({ isRepeated }) => isRepeated,
  },
  'four-in-flight': {
    summary: 'while four or more calls are being answered',
    fires: ({ inFlight }) => inFlight >= 4,
    holdMs: 5,
  },
} as const satisfies Record<string, Trigger>;

export type TriggerName = keyof typeof triggers;
