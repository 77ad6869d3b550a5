import type { ServiceCall } from './call.ts';

/** When a variant shows. */
export interface Trigger {
  /** Decides by the call, or by the number of calls that have concerned the variant, this one included. */
  readonly fires: (call: ServiceCall, concerned: number) => boolean;
  /** Holds calls back, so that calls sent together are answered together. */
  readonly holdMs?: number;
}

const largeBytes = 16 * 1024;

/** Triggers by the end of a variant's name, as in `fault@trigger`. Those about `data` apply to encrypt alone. */
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

function when(words: string, fires: Trigger['fires']): Trigger & { readonly words: string } {
  return { words, fires };
}

function every(nth: number, words = `${nth}th`) {
  return when(`on every ${words} call`, (_, concerned) => concerned % nth === 0);
}

export type TriggerName = keyof typeof triggers;
