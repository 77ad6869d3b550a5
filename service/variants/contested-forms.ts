import type { ServiceAnswer, ServiceEndpoint } from '../service-answer.ts';
import type { ServiceCall } from './call.ts';
import { fieldRows, type Shared, text, type Variant, variantsOf } from './variant.ts';

const timestamps: Readonly<Record<string, string>> = {
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

const admitted = { admits: true };
const loneSurrogate = { body: '{"state":"\\ud83d"}' };

/** Cases in which the document, or a standard on which it relies, can be read in two ways. Each says how a report records it. */
export const contestedFormQuirks: readonly Variant[] = [
  ...Object.entries(timestamps).flatMap(([form, value]) =>
    variantsOf(recorded(value, 'user'), fieldRows('last-sync', 'last_sync', { [form]: value })),
  ),
  ...variantsOf(recorded('byte order mark', 'user'), [
    ['user-byte-order-mark', 'A byte order mark precedes the user body.', text((body) => `\ufeff${body}`)],
  ]),
  ...variantsOf(recorded('lone surrogate', 'sync'), [
    ['sync-lone-surrogate', 'A string of the sync answer holds half a surrogate pair.', loneSurrogate],
  ]),
  ...variantsOf(recorded('yes', 'encrypt'), [
    ['encrypt-plaintext', 'The encryption result shows the data.', withPlaintext],
  ]),
  ...variantsOf(recorded('nothing else in them grows with the data', 'encrypt'), [
    ['encrypt-nothing-but-data', 'The encryption result is the data in base64.', withDataAlone],
  ]),
  ...variantsOf({ ...recorded('not JSON', 'encrypt'), calls: 'refused' }, [
    ['refusal-false-json', 'Refuses with a body labelled JSON that is none.', { body: '{error' }],
  ]),
  ...variantsOf(where(/^bearer /, 'the scheme written bearer: refused: HTTP 401'), [
    ['bearer-lower-case-refused', 'encrypt refuses the scheme bearer.', { admits: false }],
  ]),
  ...variantsOf(where(/^Bearer {2}/i, 'two spaces after Bearer: refused: HTTP 401'), [
    ['bearer-two-spaces-refused', 'encrypt refuses two spaces after Bearer.', { admits: false }],
  ]),
  ...variantsOf(where(/Bearer TOKEN$/i, '"XBearer" with the token: succeeded'), [
    ['bearer-word-last-taken', 'encrypt takes what follows the last Bearer, as Laravel does.', admitted],
  ]),
  ...variantsOf(where(/^Bearer Bearer TOKEN$/i, '"Bearer Bearer" with the token: succeeded'), [
    ['bearer-word-twice-taken', 'encrypt takes the word Bearer twice before the token.', admitted],
  ]),
];

function recorded(recordedAs: string, endpoint: ServiceEndpoint): Shared {
  return { kind: 'contested', recordedAs, on: [endpoint] };
}

/** `header`: a pattern of the Authorization header, with TOKEN for the access token. */
function where(header: RegExp, recordedAs: string): Shared {
  const fires = ({ headers: { authorization = '' }, token }: ServiceCall) =>
    header.test(authorization.replace(token, () => 'TOKEN'));
  return { ...recorded(recordedAs, 'encrypt'), calls: 'any', trigger: { fires } };
}

function withDataAlone(answer: ServiceAnswer, { data }: ServiceCall): ServiceAnswer {
  return { ...answer, body: JSON.stringify({ ciphertext: Buffer.from(data).toString('base64') }) };
}

function withPlaintext(answer: ServiceAnswer, call: ServiceCall): ServiceAnswer {
  return text((body) => JSON.stringify({ ...JSON.parse(body), data: call.data }))(answer, call);
}
