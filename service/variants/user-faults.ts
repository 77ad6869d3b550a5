import { type Change, type FaultRow, faultsOn, field, json, record, text, withoutField } from './variant.ts';

/** Faults in the object around the User, and in what stands for the User. */
export const userBodyFaults = faultsOn('user', [
  ['user-body-array', 'user-body-object', 'The body is an array.', text((body) => `[${body}]`)],
  ['user-body-null', 'user-body-object', 'The body is null.', json(null)],
  ['user-body-string', 'user-body-object', 'The body is JSON inside a JSON string.', text(JSON.stringify)],
  ['user-body-number', 'user-body-object', 'The body is a number.', json(200)],
  ['user-body-true', 'user-body-object', 'The body is true.', json(true)],

  ['user-envelope-flat', 'user-envelope-key', 'The User object is the whole body.', envelope((user) => user)],
  ['user-envelope-empty', 'user-envelope-key', 'The body is {}.', json({})],
  ['user-envelope-data', 'user-envelope-key', 'The key is data.', envelope((user) => ({ data: user }))],
  ['user-envelope-upper-case', 'user-envelope-key', 'The key is User.', envelope((user) => ({ User: user }))],
  ['user-envelope-plural', 'user-envelope-key', 'The key is users.', envelope((user) => ({ users: [user] }))],
  [
    'user-envelope-nested',
    'user-envelope-key',
    'The key user is one level down.',
    envelope((user) => ({ data: { user } })),
  ],

  ['user-envelope-meta', 'user-envelope-only-key', 'There is a key meta beside user.', beside('"meta":{}')],
  [
    'user-envelope-error',
    'user-envelope-only-key',
    'There is a null key error beside user.',
    beside('"error":null'),
  ],
  ['user-envelope-blank', 'user-envelope-only-key', 'There is an empty key beside user.', beside('"":0')],
  [
    'user-envelope-proto',
    'user-envelope-only-key',
    'There is a key __proto__ beside user.',
    beside('"__proto__":{}'),
  ],

  ['user-record-null', 'user-record-object', 'user is null.', record(() => null)],
  ['user-record-array', 'user-record-object', 'user is an array.', record((user) => [user])],
  ['user-record-string', 'user-record-object', 'user is a string.', record(({ id }) => id)],
  ['user-record-number', 'user-record-object', 'user is a number.', record(() => 7)],
  ['user-record-true', 'user-record-object', 'user is true.', record(() => true)],
]);

function envelope(rewrite: (user: unknown) => unknown): Change {
  return text((body) => JSON.stringify(rewrite(JSON.parse(body).user)));
}

function beside(member: string): Change {
  return text((body) => body.replace(/}$/, () => `,${member}}`));
}

const flag = 'encryption_key_exists';

/** Faults in the fields id, status and encryption_key_exists. */
export const userFieldFaults = faultsOn('user', [
  ['user-id-missing', 'user-id-present', 'The User object has no id.', withoutField('id')],
  ['user-id-null', 'user-id-string', 'id is null.', field('id', null)],
  ['user-id-number', 'user-id-string', 'id is a number.', field('id', 73119)],
  ['user-id-object', 'user-id-string', 'id is an object.', field('id', { value: 'usr_7f3a9c' })],
  ['user-id-no-prefix', 'user-id-prefix', 'id has no prefix.', field('id', '7f3a9c')],
  ['user-id-empty', 'user-id-prefix', 'id is the empty string.', field('id', '')],
  ['user-id-prefix-upper-case', 'user-id-prefix', 'id begins with USR_.', field('id', 'USR_7f3a9c')],
  ['user-id-prefix-hyphen', 'user-id-prefix', 'id begins with usr-.', field('id', 'usr-7f3a9c')],
  ['user-id-prefix-long', 'user-id-prefix', 'id begins with user_.', field('id', 'user_7f3a9c')],
  ['user-id-leading-space', 'user-id-prefix', 'A space precedes the prefix.', field('id', ' usr_7f3a9c')],
  [
    'user-id-prefix-inside',
    'user-id-prefix',
    'usr_ is in the middle of the id.',
    field('id', 'id:usr_7f3a9c'),
  ],
  ['user-id-uuid', 'user-id-prefix', 'id is a UUID.', field('id', '0b9e6c1e-5d0c-4f7a-9a51-2f6f1e0d7c55')],
  ['user-id-only-prefix', 'user-id-suffix', 'id is only the prefix.', field('id', 'usr_')],

  ['user-status-missing', 'user-status-present', 'The User object has no status.', withoutField('status')],
  ['user-status-null', 'user-status-string', 'status is null.', field('status', null)],
  ['user-status-boolean', 'user-status-string', 'status is true.', field('status', true)],
  ['user-status-number', 'user-status-string', 'status is a number.', field('status', 1)],
  [
    'user-status-array',
    'user-status-string',
    'status is an array of strings.',
    field('status', ['verified']),
  ],

  ['user-key-flag-missing', 'user-key-flag-present', `There is no ${flag}.`, withoutField(flag)],
  ['user-key-flag-null', 'user-key-flag-boolean', `${flag} is null.`, field(flag, null)],
  ['user-key-flag-string', 'user-key-flag-boolean', `${flag} is "true".`, field(flag, 'true')],
  ['user-key-flag-number', 'user-key-flag-boolean', `${flag} is 1.`, field(flag, 1)],
  ['user-key-flag-object', 'user-key-flag-boolean', `${flag} is {}.`, field(flag, {})],
]);

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

export const lastSyncFaults = faultsOn('user', [
  ['last-sync-missing', 'user-last-sync-present', 'There is no last_sync.', withoutField('last_sync')],
  ['last-sync-null', 'user-last-sync-string', 'last_sync is null.', field('last_sync', null)],
  ['last-sync-number', 'user-last-sync-string', 'last_sync is a number.', field('last_sync', 1795228602)],
  ['last-sync-false', 'user-last-sync-string', 'last_sync is false.', field('last_sync', false)],
  ['last-sync-object', 'user-last-sync-string', 'last_sync is an object.', field('last_sync', { at: 'Z' })],
  ...rowsFor('user-last-sync-iso8601', notIso8601),
  ...rowsFor('user-last-sync-utc', notUtc),
]);

function rowsFor(check: FaultRow[1], values: Readonly<Record<string, string>>): FaultRow[] {
  return Object.entries(values).map(([form, value]) => [
    `last-sync-${form}`,
    check,
    `last_sync is ${JSON.stringify(value)}.`,
    field('last_sync', value),
  ]);
}
