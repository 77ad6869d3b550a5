import type { ServiceCall } from './call.ts';

/** Whether a variant shows: by the call, or by the number of calls that have concerned it, this one included. */
export type Trigger = (call: ServiceCall, concerned: number) => boolean;

const every = (nth: number, words = `${nth}th`): readonly [string, Trigger] => [
  `on every ${words} call`,
  (_, concerned) => concerned % nth === 0,
];

const isOfOneLength = ({ data }: ServiceCall) => data.length > 0 && data.length % 29 === 0;
const isKnown = ({ connection }: ServiceCall) => connection.isKnown;

/** Triggers by the end of a variant's name, as in `fault@trigger`. Those about `data` apply to encrypt alone. */
export const triggers = {
  'every-2nd': every(2, 'second'),
  'every-20th': every(20),
  'every-50th': every(50),
  'every-200th': every(200),
  'first-only': ['on the first call alone', (_, concerned) => concerned === 1],
  'second-only': ['on the second call alone', (_, concerned) => concerned === 2],
  'after-50': ['after 50 calls to the endpoint', ({ sequence }) => sequence > 50],
  'large-data': ['when data is longer than 16,384 characters', ({ data }) => data.length > 16_384],
  'huge-data': ['when data is longer than 100 kB', ({ data }) => Buffer.byteLength(data) > 100_000],
  'data-of-one-length': ['when data is as long as a multiple of 29 characters', isOfOneLength],
  'empty-data': ['when data is empty', ({ data, body }) => data === '' && body.length > 0],
  'spaced-body': ['when the body begins with white space', ({ body }) => /^\{?\s/.test(body.toString())],
  'non-ascii-data': ['when data is not all ASCII', ({ data }) => /[^\0-\x7f]/.test(data)],
  'control-character-data': ['when data has a control character', ({ data }) => /[^ -\uffff]/.test(data)],
  'quoted-data': ['when data holds a quotation mark', ({ data }) => data.includes('"')],
  'at-sign-data': ['when data begins with @', ({ data }) => data.startsWith('@')],
  'json-data': ['when data is a JSON object or list', ({ data }) => /^(\{".*\}|\[".*\])$/.test(data)],
  'markup-data': ['when data holds a tag', ({ data }) => data.includes('</')],
  'every-70th-connection': ['on every 70th connection', ({ connection }) => connection.number % 70 === 0],
  'every-7th-connection': ['on every 7th connection', ({ connection }) => connection.number % 7 === 0],
  'fresh-connection': ['on the first call of a connection', ({ connection }) => connection.calls === 1],
  'used-connection': ['on all but the first call of a connection', ({ connection }) => connection.calls > 1],
  'known-connection': ['on a connection that has carried the token before', isKnown],
  'known-body': ['when the same body came before with the token', ({ isRepeated }) => isRepeated],
  'sent-again': ['when the same wrong header came just before', ({ isSentAgain }) => isSentAgain],
  'any-type': ['when any type is accepted', ({ headers }) => !headers.accept?.includes('json')],
  language: ['when German is accepted', ({ headers }) => /^de\b/.test(`${headers['accept-language']}`)],
  compression: ['when gzip is accepted', ({ headers }) => /\bgzip\b/.test(`${headers['accept-encoding']}`)],
  'compressed-language': [
    'when German and brotli are accepted',
    ({ headers }) =>
      /^de\b/.test(`${headers['accept-language']}`) && /\bbr\b/.test(`${headers['accept-encoding']}`),
  ],
  'before-backup': ['until backup has been called', ({ isBeforeBackup }) => isBeforeBackup],
  'four-in-flight': ['while four or more calls are being answered', ({ inFlight }) => inFlight >= 4],
} as const satisfies Readonly<Record<string, readonly [words: string, Trigger]>>;

export type TriggerName = keyof typeof triggers;
