import { createHash } from 'node:crypto';
import type { Answer } from './answer.ts';
import type { Call } from './call.ts';
import { field, json, text } from './changes.ts';
import { type Row, variantsOf } from './row.ts';
import type { Variant } from './variant.ts';

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
};

/** Where the document, or a standard it leans on, can be read in two ways. */
export const contestedForms: readonly Variant[] = [
  ...variantsOf('contested', { on: ['user'] }, [
    ...Object.entries(timestamps).map(
      ([form, value]): Row => [`last-sync-${form}`, `last_sync is ${value}.`, field('last_sync', value)],
    ),
    ['user-byte-order-mark', 'A byte order mark precedes the user body.', text((body) => `\ufeff${body}`)],
    ['user-duplicate-key', 'The key user comes twice, with the same value.', text(twice)],
    ['user-invalid-utf-8', 'A further field holds a byte that is not UTF-8.', text(withInvalidByte)],
  ]),
  ...variantsOf('contested', { on: ['encrypt'] }, [
    ['encrypt-plaintext', 'The encryption result shows the data.', withPlaintext],
    ['encrypt-repeating', 'Equal data gives an equal result.', repeating],
  ]),
  ...variantsOf('contested', { on: ['encrypt'], calls: 'refused' }, [
    ['refusal-false-json', 'Refuses with a body labelled JSON that is none.', text(() => '{error')],
  ]),
  whenSent('bearer-two-spaces-refused', 'encrypt refuses two spaces after Bearer.', false, ({ headers }) =>
    /^Bearer {2}/i.test(headers.authorization ?? ''),
  ),
  whenSent('bearer-lower-case-refused', 'encrypt refuses the scheme bearer.', false, ({ headers }) =>
    /^bearer /.test(headers.authorization ?? ''),
  ),
  whenSent(
    'authorization-twice-refused',
    'encrypt refuses two Authorization headers.',
    false,
    (call) => call.authorizations > 1,
  ),
  whenSent(
    'token-in-query',
    'encrypt takes the token from the query too.',
    true,
    (call) => call.isTokenInQuery,
  ),
];

/** Shows only to a client that sends what the document does not show. */
function whenSent(name: string, summary: string, admits: boolean, fires: (call: Call) => boolean): Variant {
  return {
    name,
    kind: 'contested',
    summary,
    on: ['encrypt'],
    calls: 'any',
    trigger: { summary, fires },
    effect: { admits },
  };
}

function twice(body: string): string {
  return body.replace(/}$/, `,${body.slice(1)}`);
}

function withInvalidByte(body: string): Buffer {
  const [before = '', after = ''] = body.replace('{"user":{', '{"user":{"note":"?",').split('?');
  return Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(after)]);
}

function withPlaintext(answer: Answer, call: Call): Answer {
  return text((body) => JSON.stringify({ ...JSON.parse(body), data: call.data }))(answer, call);
}

function repeating(answer: Answer, call: Call): Answer {
  const ciphertext = createHash('sha512').update(call.data).digest('base64');
  return json({ algorithm: 'AES-256-GCM', nonce: 'AAAAAAAAAAAAAAAA', ciphertext })(answer, call);
}
