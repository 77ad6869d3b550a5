import { field, withoutField } from './changes.ts';
import { faultsOn } from './row.ts';

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
