import type { ClauseEntry } from './clause-entry.ts';

export const sections0to3 = {
  '0.scope': {
    sentence:
      'This document covers the whole service: its purpose, resources, states, the four endpoints, authentication, events, errors, limits and versioning.',
    standing: 'context',
  },
  '0.base-url': {
    sentence: 'The service is addressed at {base_url}.',
    standing: 'harness',
    reading: 'Each path is appended to the base URL. A path prefix in the base URL is kept.',
  },
  '0.only-document': { sentence: 'It is the only document.', standing: 'context' },
  '1.purpose': {
    sentence:
      'The service is a privacy-oriented HTTP API for encryption, identity confirmation, synchronisation checks and backups.',
    standing: 'context',
  },
  '1.operations': {
    sentence: 'It offers four operations:',
    standing: 'judged',
    reading: 'An operation is offered when it has succeeded at least once. Until then it is not judged.',
  },
  '1.read-user': { sentence: "Read the current user's record (identity assertion).", standing: 'observed' },
  '1.encrypt': { sentence: 'Submit data for encryption with a named algorithm.', standing: 'observed' },
  '1.sync': { sentence: "Check the synchronisation status of the user's connections.", standing: 'observed' },
  '1.backup': { sentence: 'Create a backup.', standing: 'observed' },
  '1.clients': {
    sentence:
      'Client libraries exist for a JavaScript package manager (package `@service/sdk`) and for Python (package `service-python`).',
    standing: 'context',
  },
  '1.client-interfaces': { sentence: 'Their interfaces are not part of this document.', standing: 'silent' },
  '2.user.returned': {
    sentence: 'Returned by `GET /api/v1/user` inside an object under the key `user`.',
    standing: 'judged',
  },
  '2.user.id': {
    sentence: '| id | string | Prefix `usr_` followed by an opaque suffix: `usr_<suffix>` |',
    standing: 'judged',
    reading: 'The suffix is not empty. Otherwise it is opaque: its characters and length are not judged.',
  },
  '2.user.status': {
    sentence: '| status | string | `verified` is a value of this field |',
    standing: 'judged',
    reading: 'Any string is allowed; `verified` is one of several values, the others not shown.',
  },
  '2.user.encryption_key_exists': {
    sentence: '| encryption_key_exists | boolean | true when an encryption key exists for the user |',
    standing: 'judged',
    reading: 'Whether the flag is correct cannot be seen from outside.',
  },
  '2.user.last_sync': {
    sentence: '| last_sync | string | ISO 8601 timestamp in UTC, form `<timestamp>` |',
    standing: 'judged',
    reading:
      'Every ISO 8601 form with a date, a time and a UTC designator is allowed. A time without a designator is local time, not UTC.',
  },
  '2.status-values': {
    sentence: 'Allowed values of status beyond `verified`: not shown.',
    standing: 'declarable',
  },
  '2.result-fields': {
    sentence: 'Fields of the encryption result, the sync status record and the backup record: not shown.',
    standing: 'declarable',
  },
  '2.encrypt.data': {
    sentence: '| data | string | The data to be encrypted, sent as an opaque blob string |',
    standing: 'harness',
    reading: 'The harness sends such strings, with every kind of data.',
  },
  '2.encrypt.algorithm': {
    sentence: '| algorithm | string | Name of the algorithm; `AES-256-GCM` is an allowed value |',
    standing: 'harness',
    reading: 'The harness sends `AES-256-GCM`, and other names only if the contract declares them.',
  },
  '3.state-named': {
    sentence: 'The only state named is the user `status` value `verified`.',
    standing: 'observed',
  },
  '3.other-states': { sentence: 'Other states and all transitions: not shown.', standing: 'declarable' },
} as const satisfies Record<string, ClauseEntry>;
