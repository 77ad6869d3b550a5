import { type Change, field, json, member, record, syncedIn, text } from './changes.ts';
import { fieldRows, type Row, rowsOf, variantsOf } from './variant.ts';

const badIds = {
  'no-prefix': '7f3a9c',
  empty: '',
  'prefix-upper-case': 'USR_7f3a9c',
  'prefix-hyphen': 'usr-7f3a9c',
  'prefix-long': 'user_7f3a9c',
  'leading-space': ' usr_7f3a9c',
  'prefix-inside': 'id:usr_7f3a9c',
  uuid: '0b9e6c1e-5d0c-4f7a-9a51-2f6f1e0d7c55',
};

const otherTypes = { null: null, number: 73119, object: { value: 'usr_7f3a9c' } };
const badStates = { null: null, boolean: true, number: 1, array: ['verified'] };
const badFlags = { null: null, string: 'true', number: 1, object: {} };
const notText = { null: null, number: 1795228602, false: false, object: { at: 'Z' } };

const notIso8601 = {
  space: '2026-11-21 02:36:42Z',
  'rfc-1123': 'Sat, 21 Nov 2026 02:36:42 GMT',
  locale: '11/21/2026, 2:36:42 AM',
  'day-first': '21-11-2026T02:36:42Z',
  slashes: '2026/11/21T02:36:42Z',
  'epoch-digits': '1795228602',
  'epoch-milliseconds': '1795228602689',
  'utc-word': '2026-11-21T02:36:42 UTC',
  'zone-name': '2026-11-21T02:36:42Z[UTC]',
  'month-13': '2026-13-21T02:36:42Z',
  'february-30': '2026-02-30T02:36:42Z',
  'no-leap-day': '2025-02-29T02:36:42Z',
  'hour-25': '2026-11-21T25:36:42Z',
  'minute-60': '2026-11-21T02:60:42Z',
  'second-60': '2026-11-21T02:36:60Z',
  'leap-second-mid-month': '2026-11-20T23:59:60Z',
  'leap-second-never-made': '2012-12-31T23:59:60Z',
  'week-53-of-52': '2025-W53-1T02:36:42Z',
  'week-54': '2026-W54-1T02:36:42Z',
  'day-366': '2026-366T02:36:42Z',
  'one-digit-month': '2026-1-21T02:36:42Z',
  'two-digit-year': '26-11-21T02:36:42Z',
  'mixed-forms': '20261121T02:36:42Z',
  'bare-fraction': '2026-11-21T02:36:42.Z',
  interval: '2026-11-21T02:36:42Z/2026-11-21T03:36:42Z',
  duration: 'PT2H36M',
  placeholder: '<timestamp>',
  never: 'never',
  empty: '',
  'leading-space': ' 2026-11-21T02:36:42Z',
  'trailing-newline': '2026-11-21T02:36:42Z\n',
  'arabic-digits': '٢٠٢٦-١١-٢١T٠٢:٣٦:٤٢Z',
  'two-zones': '2026-11-21T02:36:42+00:00Z',
};

const notUtc = {
  'no-zone': '2026-11-21T02:36:42',
  'no-zone-fraction': '2026-11-21T02:36:42.689123',
  'no-zone-basic': '20261121T023642',
  'no-zone-minutes': '2026-11-21T02:36',
  'plus-two': '2026-11-21T04:36:42+02:00',
  'plus-one-hour-only': '2026-11-21T03:36:42+01',
  'minus-five': '2026-11-20T21:36:42-05:00',
  'plus-half-hour': '2026-11-21T08:06:42+05:30',
  'plus-one-minute': '2026-11-21T02:37:42+00:01',
  'basic-plus-two': '20261121T043642+0200',
};

/** What breaks a rule of the User, by the check that finds it. */
const wrongUsers: Readonly<Record<string, readonly Row[]>> = {
  'user-body-object': [
    ['user-body-array', 'The body is an array.', text((body) => `[${body}]`)],
    ['user-body-null', 'The body is null.', { body: 'null' }],
    ['user-body-string', 'The body is JSON inside a JSON string.', text((body) => JSON.stringify(body))],
    ['user-body-number', 'The body is a number.', { body: '200' }],
    ['user-body-true', 'The body is true.', { body: 'true' }],
  ],
  'user-envelope-key': [
    ['user-envelope-flat', 'The User object is the whole body.', json(({ user }) => user)],
    ['user-envelope-empty', 'The body is {}.', { body: '{}' }],
    ['user-envelope-data', 'The key is data.', json(({ user }) => ({ data: user }))],
    ['user-envelope-upper-case', 'The key is User.', json(({ user }) => ({ User: user }))],
    ['user-envelope-plural', 'The key is users.', json(({ user }) => ({ users: [user] }))],
    ['user-envelope-nested', 'The key user is one level down.', json(({ user }) => ({ data: { user } }))],
  ],
  'user-envelope-only-key': [
    ['user-envelope-meta', 'There is a key meta beside user.', beside('"meta":{}')],
    ['user-envelope-error', 'There is a null key error beside user.', beside('"error":null')],
    ['user-envelope-blank', 'There is an empty key beside user.', beside('"":0')],
    ['user-envelope-proto', 'There is a key __proto__ beside user.', beside('"__proto__":{}')],
  ],
  'user-record-object': [
    ['user-record-null', 'user is null.', record(() => null)],
    ['user-record-array', 'user is an array.', record((user) => [user])],
    ['user-record-string', 'user is a string.', record(({ id }) => id)],
    ['user-record-number', 'user is a number.', record(() => 7)],
    ['user-record-true', 'user is true.', record(() => true)],
  ],
  'user-id-present': fieldRows('user-id', 'id', { missing: undefined }),
  'user-id-string': fieldRows('user-id', 'id', otherTypes),
  'user-id-prefix': fieldRows('user-id', 'id', badIds),
  'user-id-suffix': fieldRows('user-id', 'id', { 'only-prefix': 'usr_' }),
  'user-status-present': fieldRows('user-status', 'status', { missing: undefined }),
  'user-status-string': fieldRows('user-status', 'status', badStates),
  'user-key-flag-present': fieldRows('user-key-flag', 'encryption_key_exists', { missing: undefined }),
  'user-key-flag-boolean': fieldRows('user-key-flag', 'encryption_key_exists', badFlags),
  'user-last-sync-present': fieldRows('last-sync', 'last_sync', { missing: undefined }),
  'user-last-sync-string': fieldRows('last-sync', 'last_sync', notText),
  'user-last-sync-iso8601': fieldRows('last-sync', 'last_sync', notIso8601),
  'user-last-sync-utc': fieldRows('last-sync', 'last_sync', notUtc),
};

export const userFaults = Object.entries(wrongUsers).flatMap(([caughtBy, rows]) =>
  variantsOf({ kind: 'fault', on: ['user'], caughtBy }, rows),
);

const ids = {
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

const states = {
  unknown: 'pending-review',
  empty: '',
  space: ' ',
  'upper-case': 'VERIFIED',
  unicode: 'verifié ✓',
  long: 'v'.repeat(10_000),
};

const extras = {
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
const iso8601InUtc = {
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
  ...rowsOf('user-extra', extras, (raw, form) => [
    `The User object has an extra field: ${form}.`,
    member(raw),
  ]),
  ['user-pretty', 'The user body is indented.', text((body) => JSON.stringify(JSON.parse(body), null, 2))],
  ['user-whitespace', 'White space surrounds the user body.', text((body) => ` \r\n\t${body}\n\n`)],
  ['user-crlf', 'Each member has its own line.', text((body) => body.replaceAll(',', ',\r\n'))],
  ['user-escaped-keys', 'Keys are written in \\u escapes.', escapedKeys],
  ['user-escaped-values', 'Values hold \\u escapes.', escapedValues],
  ['user-reversed', 'The fields are reversed.', reversed],
  ['user-id-changing', 'Every answer has another id.', changing],
  ['user-no-key-yet', 'encryption_key_exists stays false.', field('encryption_key_exists', false)],
  ...fieldRows('last-sync-odd', 'last_sync', iso8601InUtc),
  ['user-last-sync-soon', 'last_sync is five minutes ahead, as by another clock.', syncedIn(300_000)],
]);

function beside(member: string): Change {
  return text((body) => body.replace(/}$/, () => `,${member}}`));
}
