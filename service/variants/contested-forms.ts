import type { ServiceCall } from './call.ts';
import { field, json, rawField, text } from './changes.ts';
import { type Concern, type Row, variantsOf } from './row.ts';
import type { ServiceAnswer } from './service-answer.ts';
import type { Trigger } from './triggers.ts';
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

const onUser: Concern = { on: ['user'] };
const onEncrypt: Concern = { on: ['encrypt'] };

/** Where the document, or a standard it leans on, can be read in two ways; each says how a report records it. */
export const contestedFormQuirks: readonly Variant[] = [
  ...Object.entries(timestamps).flatMap(([form, value]) =>
    recorded(value, onUser, [[`last-sync-${form}`, `last_sync is ${value}.`, field('last_sync', value)]]),
  ),
  ...recorded('byte order mark', onUser, [
    ['user-byte-order-mark', 'A byte order mark precedes the user body.', text((body) => `\ufeff${body}`)],
  ]),
  ...recorded('duplicate key', onUser, [
    ['user-duplicate-key', 'The key user comes twice, with the same value.', text(twice)],
    ['user-duplicate-id', 'The user has two ids.', rawField('"id":7')],
  ]),
  ...recorded('duplicate key', onEncrypt, [
    ['encrypt-duplicate-key', 'The encryption result has a key twice.', text(withSecondTag)],
  ]),
  ...recorded('lone surrogate', { on: ['sync'] }, [
    [
      'sync-lone-surrogate',
      'A string of the sync answer holds half a surrogate pair.',
      json({ state: '\ud83d' }),
    ],
  ]),
  ...recorded('yes', onEncrypt, [
    ['encrypt-plaintext', 'The encryption result shows the data.', withPlaintext],
  ]),
  ...recorded('not JSON', { ...onEncrypt, calls: 'refused' }, [
    ['refusal-false-json', 'Refuses with a body labelled JSON that is none.', text(() => '{error')],
  ]),
  ...recorded('refused: HTTP 401', { ...onEncrypt, calls: 'any', trigger: whereHeader(/^bearer /) }, [
    ['bearer-lower-case-refused', 'encrypt refuses the scheme bearer.', { admits: false }],
  ]),
  ...recorded('refused: HTTP 401', { ...onEncrypt, calls: 'any', trigger: whereHeader(/^Bearer {2}/i) }, [
    ['bearer-two-spaces-refused', 'encrypt refuses two spaces after Bearer.', { admits: false }],
  ]),
];

function recorded(recordedAs: string, concern: Concern, rows: readonly Row[]): Variant[] {
  return variantsOf('contested', concern, rows).map((variant) => ({ ...variant, recordedAs }));
}

function whereHeader(form: RegExp): Trigger {
  return {
    summary: `where the header is ${form}`,
    fires: ({ headers }) => form.test(headers.authorization ?? ''),
  };
}

function twice(body: string): string {
  return body.replace(/}$/, `,${body.slice(1)}`);
}

function withSecondTag(body: string): string {
  return body.replace('{', '{"tag":null,');
}

function withPlaintext(answer: ServiceAnswer, call: ServiceCall): ServiceAnswer {
  return text((body) => JSON.stringify({ ...JSON.parse(body), data: call.data }))(answer, call);
}
