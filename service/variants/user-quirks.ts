import { field, fieldRows, member, type Row, record, text, variantsOf } from './variant.ts';

const ids: Readonly<Record<string, string>> = {
  unicode: 'usr_Ünïcødé-用户-🔑',
  newline: 'usr_a\nb',
  'only-newline': 'usr_\n',
  space: 'usr_ ',
  spaces: 'usr_john smith',
  long: `usr_${'x'.repeat(10_000)}`,
  'one-character': 'usr_0',
  'prefix-twice': 'usr_usr_',
  null: 'usr_null',
  nul: 'usr_\u0000',
  quote: 'usr_"\\',
  html: 'usr_<script>alert(1)</script>',
  'lone-surrogate': 'usr_\ud800',
  'combining-mark': 'usr_\u0301',
};

const states: Readonly<Record<string, string>> = {
  unknown: 'pending-review',
  empty: '',
  space: ' ',
  'upper-case': 'VERIFIED',
  unicode: 'verifié ✓',
  long: 'v'.repeat(10_000),
};

const extras: Readonly<Record<string, string>> = {
  string: '"email":"a@example.org"',
  null: '"deleted_at":null',
  object: '"plan":{"name":"free","limits":[1,2,3]}',
  deep: `"tree":${'{"a":'.repeat(100)}1${'}'.repeat(100)}`,
  'very-deep': `"tree":${'['.repeat(1000)}${']'.repeat(1000)}`,
  'huge-number': '"quota":1e400',
  'big-integer': '"serial":123456789012345678901234567890',
  'negative-zero': '"balance":-0',
  proto: '"__proto__":{"id":1}',
  constructor: '"constructor":null,"toString":0,"hasOwnProperty":false',
  user: '"user":{"id":7}',
  'upper-case': '"ID":7,"Last_Sync":"never"',
  'empty-key': '"":true',
  'long-key': `"${'k'.repeat(5000)}":0`,
  'control-escapes': '"note":"\\u0000\\b\\f\\n\\r\\t\\u001f"',
  'lone-surrogate': '"note":"\\udc00"',
  'duplicate-keys': '"note":1,"note":2',
  'date-like': '"created_at":"2026-11-21 02:36:42+02:00"',
};

/** Forms of ISO 8601 that give a date, a time and UTC. */
const iso8601InUtc: Readonly<Record<string, string>> = {
  'no-fraction': '2026-11-21T02:36:42Z',
  'zero-offset': '2026-11-21T02:36:42+00:00',
  'zero-offset-hours': '2026-11-21T02:36:42+00',
  basic: '20261121T023642Z',
  'basic-zero-offset': '20261121T023642+0000',
  'basic-zero-offset-hours': '20261121T023642+00',
  'basic-fraction': '20261121T023642.689Z',
  'one-digit-fraction': '2026-11-21T02:36:42.6Z',
  microseconds: '2026-11-21T02:36:42.689123Z',
  nanoseconds: '2026-11-21T02:36:42.689123456+00:00',
  'long-fraction': '2026-11-21T02:36:42.68912345678901234567890123456789Z',
  comma: '2026-11-21T02:36:42,689Z',
  'no-seconds': '2026-11-21T02:36Z',
  'no-minutes': '2026-11-21T02Z',
  'basic-no-seconds': '20261121T0236Z',
  'fraction-of-minute': '2026-11-21T02:36.7Z',
  'fraction-of-hour': '2026-11-21T02,6Z',
  ordinal: '2026-325T02:36:42Z',
  'ordinal-leap-year': '2024-366T02:36:42Z',
  'basic-ordinal': '2026325T023642Z',
  week: '2026-W47-6T02:36:42Z',
  'week-53': '2026-W53-7T02:36:42Z',
  'basic-week': '2026W476T023642Z',
  'leap-second': '2016-12-31T23:59:60Z',
  'leap-second-week': '2009-W01-3T23:59:60Z',
  'leap-day': '2024-02-29T23:59:59Z',
  epoch: '1970-01-01T00:00:00Z',
  'before-epoch': '1969-12-31T23:59:59.999Z',
  'far-past': '1583-01-01T00:00:00Z',
  future: '2126-11-21T02:36:42Z',
  'far-future': '9999-12-31T23:59:59Z',
};

const escapedKeys = text((body) =>
  body.replace('"user"', '"\\u0075ser"').replace('"id"', '"\\u0069\\u0064"'),
);
const escapedValues = text((body) => body.replace('usr_', '\\u0075sr\\u005f'));
const reversed = record((user) => Object.fromEntries(Object.entries(user).reverse()));
const changing = record((user, { sequence }) => ({ ...user, id: `usr_${sequence}` }));

export const userQuirks = variantsOf({ kind: 'quirk', on: ['user'] }, [
  ...fieldRows('user-id-odd', 'id', ids),
  ...fieldRows('user-status-odd', 'status', states),
  ...Object.entries(extras).map(([form, raw]): Row => {
    return [`user-extra-${form}`, `The User object has an extra field: ${form}.`, member(raw)];
  }),
  ['user-pretty', 'The user body is indented.', text((body) => JSON.stringify(JSON.parse(body), null, 2))],
  ['user-whitespace', 'White space surrounds the user body.', text((body) => ` \r\n\t${body}\n\n`)],
  ['user-crlf', 'Each member has its own line.', text((body) => body.replaceAll(',', ',\r\n'))],
  ['user-escaped-keys', 'Keys are written in \\u escapes.', escapedKeys],
  ['user-escaped-values', 'Values hold \\u escapes.', escapedValues],
  ['user-reversed', 'The fields are reversed.', reversed],
  ['user-id-changing', 'Every answer has another id.', changing],
  ['user-no-key-yet', 'encryption_key_exists stays false.', field('encryption_key_exists', false)],
  ...fieldRows('last-sync-odd', 'last_sync', iso8601InUtc),
]);
