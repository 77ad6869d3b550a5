import { json, record, text } from './changes.ts';
import { faultsOn } from './row.ts';
import type { Change } from './variant.ts';

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
