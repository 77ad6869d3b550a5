import { type Change, fieldRows, json, type Row, record, text, type Variant, variantsOf } from './variant.ts';

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

const notIso8601: Readonly<Record<string, string>> = {
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

const notUtc: Readonly<Record<string, string>> = {
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

export const userFaults = [
  // Faults in the object around the User, and in what replaces the User.
  ...faultsFor('user-body-object', [
    ['user-body-array', 'The body is an array.', text((body) => `[${body}]`)],
    ['user-body-null', 'The body is null.', { body: 'null' }],
    ['user-body-string', 'The body is JSON inside a JSON string.', text((body) => JSON.stringify(body))],
    ['user-body-number', 'The body is a number.', { body: '200' }],
    ['user-body-true', 'The body is true.', { body: 'true' }],
  ]),
  ...faultsFor('user-envelope-key', [
    ['user-envelope-flat', 'The User object is the whole body.', json(({ user }) => user)],
    ['user-envelope-empty', 'The body is {}.', { body: '{}' }],
    ['user-envelope-data', 'The key is data.', json(({ user }) => ({ data: user }))],
    ['user-envelope-upper-case', 'The key is User.', json(({ user }) => ({ User: user }))],
    ['user-envelope-plural', 'The key is users.', json(({ user }) => ({ users: [user] }))],
    ['user-envelope-nested', 'The key user is one level down.', json(({ user }) => ({ data: { user } }))],
  ]),
  ...faultsFor('user-envelope-only-key', [
    ['user-envelope-meta', 'There is a key meta beside user.', beside('"meta":{}')],
    ['user-envelope-error', 'There is a null key error beside user.', beside('"error":null')],
    ['user-envelope-blank', 'There is an empty key beside user.', beside('"":0')],
    ['user-envelope-proto', 'There is a key __proto__ beside user.', beside('"__proto__":{}')],
  ]),
  ...faultsFor('user-record-object', [
    ['user-record-null', 'user is null.', record(() => null)],
    ['user-record-array', 'user is an array.', record((user) => [user])],
    ['user-record-string', 'user is a string.', record(({ id }) => id)],
    ['user-record-number', 'user is a number.', record(() => 7)],
    ['user-record-true', 'user is true.', record(() => true)],
  ]),
  // Users that lack a field or have values that break one rule each.
  ...wrongField('user-id', 'id', {
    string: { null: null, number: 73119, object: { value: 'usr_7f3a9c' } },
    prefix: badIds,
    suffix: { 'only-prefix': 'usr_' },
  }),
  ...wrongField('user-status', 'status', {
    string: { null: null, boolean: true, number: 1, array: ['verified'] },
  }),
  ...wrongField('user-key-flag', 'encryption_key_exists', {
    boolean: { null: null, string: 'true', number: 1, object: {} },
  }),
  ...wrongField('user-last-sync', 'last_sync', {
    string: { null: null, number: 1795228602, false: false, object: { at: 'Z' } },
    iso8601: notIso8601,
    utc: notUtc,
  }),
];

function faultsFor(caughtBy: string, rows: readonly Row[]): Variant[] {
  return variantsOf({ kind: 'fault', on: ['user'], caughtBy }, rows);
}

function beside(member: string): Change {
  return text((body) => body.replace(/}$/, () => `,${member}}`));
}

/** `values`: by the end of the name of the check that finds them. */
function wrongField(checks: string, name: string, values: Readonly<Record<string, object>>): Variant[] {
  const beginning = checks.replace('user-last', 'last');
  const wrong = Object.entries({ present: { missing: undefined }, ...values });
  return wrong.flatMap(([rule, some]) => faultsFor(`${checks}-${rule}`, fieldRows(beginning, name, some)));
}
