import type { ServiceCall } from './call.ts';
import { json, text } from './changes.ts';
import { fieldRows, type Variant, variantsOf } from './variant.ts';

const timestamps = {
  'lower-case-t': '2026-11-21t02:36:42Z',
  'lower-case-z': '2026-11-21T02:36:42z',
  'basic-offset': '2026-11-21T02:36:42+0000',
  'negative-zero-offset': '2026-11-21T02:36:42-00:00',
  'hour-24': '2026-11-20T24:00:00Z',
  'date-only': '2026-11-21',
  'expanded-year': '+002026-11-21T02:36:42Z',
  'year-1': '0001-01-01T00:00:00Z',
  'unicode-minus': '2026-11-21T02:36:42\u221200:00',
  'unicode-hyphen': '2026\u201011\u201021T02:36:42Z',
  'no-t': '20261121023642Z',
  'leap-second-unknown': '2026-12-31T23:59:60Z',
};

const byteOrderMark = { recordedAs: 'byte order mark', change: text((body) => `\ufeff${body}`) };
const loneSurrogate = { recordedAs: 'lone surrogate', body: '{"state":"\\ud83d"}' };
const plaintext = { recordedAs: 'yes', change: json((result, { data }) => ({ ...result, data })) };
const dataAlone = {
  recordedAs: 'nothing else in them grows with the data',
  change: text((_, { data }) => JSON.stringify({ ciphertext: Buffer.from(data).toString('base64') })),
};
const falseJson: Partial<Variant> = {
  recordedAs: 'not JSON',
  on: ['encrypt'],
  calls: 'refused',
  body: '{error',
};
const lowerCase = where(/^bearer /, 'the scheme written bearer: refused: HTTP 401', false);
const twoSpaces = where(/^Bearer {2}/i, 'two spaces after Bearer: refused: HTTP 401', false);
const wordLast = where(/Bearer TOKEN$/i, '"XBearer" with the token: succeeded', true);
const wordTwice = where(/^Bearer Bearer TOKEN$/i, '"Bearer Bearer" with the token: succeeded', true);

/** Cases in which the document, or a standard on which it relies, can be read in two ways. Each says how a report records it. */
export const contestedFormQuirks = [
  ...Object.entries(timestamps).flatMap(([form, recordedAs]) =>
    variantsOf(
      { kind: 'contested', recordedAs, on: ['user'] },
      fieldRows('last-sync', 'last_sync', { [form]: recordedAs }),
    ),
  ),
  ...variantsOf({ kind: 'contested' }, [
    ['user-byte-order-mark', 'A byte order mark precedes the user body.', byteOrderMark],
    ['sync-lone-surrogate', 'A string of the sync answer holds half a surrogate pair.', loneSurrogate],
    ['encrypt-plaintext', 'The encryption result shows the data.', plaintext],
    ['encrypt-nothing-but-data', 'The encryption result is the data in base64.', dataAlone],
    ['refusal-false-json', 'Refuses with a body labelled JSON that is none.', falseJson],
    ['bearer-lower-case-refused', 'encrypt refuses the scheme bearer.', lowerCase],
    ['bearer-two-spaces-refused', 'encrypt refuses two spaces after Bearer.', twoSpaces],
    ['bearer-word-last-taken', 'encrypt takes what follows the last Bearer, as Laravel does.', wordLast],
    ['bearer-word-twice-taken', 'encrypt takes the word Bearer twice before the token.', wordTwice],
  ]),
];

/** `header`: a pattern of the Authorization header, with TOKEN for the access token. */
function where(header: RegExp, recordedAs: string, admits: boolean): Partial<Variant> {
  const fires = ({ headers: { authorization = '' }, token }: ServiceCall) =>
    header.test(authorization.replace(token, () => 'TOKEN'));
  return { recordedAs, on: ['encrypt'], calls: 'any', trigger: { fires }, admits };
}
