import type { ClauseRow } from '../dist/report-types.ts';

/**
 * The sentence is verbatim from the document, table bars included. `standing` absent: declarable if the sentence ends with
 * "not shown.", otherwise judged.
 */
type ClauseEntry = Pick<ClauseRow, 'sentence'> & Partial<Pick<ClauseRow, 'reading' | 'standing'>>;

/** Every statement of the document, in order, under a permanent id. */
export const clauses = {
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
    reading: 'An operation is offered when its valid calls succeed (§4).',
  },
  '1.read-user': { sentence: "Read the current user's record (identity assertion)." },
  '1.encrypt': { sentence: 'Submit data for encryption with a named algorithm.' },
  '1.sync': { sentence: "Check the synchronisation status of the user's connections." },
  '1.backup': { sentence: 'Create a backup.' },
  '1.clients': {
    sentence:
      'Client libraries exist for a JavaScript package manager (package `@service/sdk`) and for Python (package `service-python`).',
    standing: 'context',
  },
  '1.client-interfaces': { sentence: 'Their interfaces are not part of this document.', standing: 'silent' },
  '2.user.returned': { sentence: 'Returned by `GET /api/v1/user` inside an object under the key `user`.' },
  '2.user.id': {
    sentence: '| id | string | Prefix `usr_` followed by an opaque suffix: `usr_<suffix>` |',
    reading: 'The suffix is not empty. Otherwise it is opaque: its characters and length are not judged.',
  },
  '2.user.status': {
    sentence: '| status | string | `verified` is a value of this field |',
    reading: 'Any string is allowed; `verified` is one of several values, the others not shown.',
  },
  '2.user.encryption_key_exists': {
    sentence: '| encryption_key_exists | boolean | true when an encryption key exists for the user |',
    reading: 'Whether the flag is correct cannot be seen from outside.',
  },
  '2.user.last_sync': {
    sentence: '| last_sync | string | ISO 8601 timestamp in UTC, form `<timestamp>` |',
    reading:
      'Every ISO 8601 form with a date, a time and a UTC designator is allowed. A time without a designator is local time, not UTC.',
  },
  '2.status-values': { sentence: 'Allowed values of status beyond `verified`: not shown.' },
  '2.result-fields': {
    sentence: 'Fields of the encryption result, the sync status record and the backup record: not shown.',
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
    standing: 'context',
  },
  '3.other-states': { sentence: 'Other states and all transitions: not shown.' },
  '4.paths-relative': { sentence: 'All paths are relative to {base_url}.', standing: 'harness' },
  '4.bodies-json': {
    sentence: 'Request and response bodies are JSON.',
    reading:
      'This is about bodies, not about Content-Type. An empty body counts as no body. Bodies of refusals and errors are not judged: §7 does not show them.',
  },
  '4.user': { sentence: '| GET | /api/v1/user | Return the identity assertion for the user |' },
  '4.encrypt': { sentence: '| POST | /api/v1/encrypt | Encrypt submitted data |' },
  '4.sync': { sentence: '| GET | /api/v1/sync/status | Verify the synchronisation status |' },
  '4.backup': { sentence: '| POST | /api/v1/backup/create | Create a backup |' },
  '4.user.request': { sentence: '- Request: no body.', standing: 'harness' },
  '4.user.parameters': { sentence: '- Request parameters and headers: not shown.' },
  '4.user.response': {
    sentence: '- Response: a JSON object with one key `user`, whose value is a User object (see section 2).',
    reading:
      'Exactly one key. The User object may have more fields than the four listed; these are recorded.',
  },
  '4.encrypt.header': { sentence: '- Request header: `Authorization: Bearer <ACCESS_TOKEN>`.' },
  '4.encrypt.body': {
    sentence: '- Request body: JSON object with `data` (string) and `algorithm` (string), as in section 2.',
    standing: 'harness',
  },
  '4.encrypt.algorithms': { sentence: '- Other allowed values of `algorithm`: not shown.' },
  '4.encrypt.response': { sentence: '- Response body: not shown.' },
  '4.sync.request': { sentence: '- Request: no body.', standing: 'harness' },
  '4.sync.response': { sentence: '- Response body: not shown.' },
  '4.backup.request': { sentence: '- Request body: not shown.' },
  '4.backup.response': { sentence: '- Response body: not shown.' },
  '5.bearer': {
    sentence:
      'A request to `POST /api/v1/encrypt` carries the header `Authorization` with the scheme `Bearer` followed by the access token: `Authorization: Bearer <ACCESS_TOKEN>`.',
    reading:
      'A request without that header, scheme or token does not succeed. Any answer other than 2xx is a refusal.',
  },
  '5.others': { sentence: 'Which of the other endpoints require the header: not shown.' },
  '5.tokens': {
    sentence: 'How a token is obtained, its lifetime and its scopes: not shown.',
    standing: 'silent',
  },
  '6.events': { sentence: 'Events, notifications and callbacks: not shown.', standing: 'silent' },
  '7.errors': { sentence: 'Error status codes, error codes and the error body shape: not shown.' },
  '8.response-time': {
    sentence: '- Stated response-time figure: under 20 ms.',
    reading:
      'The document names no percentile, rate, data or vantage point. The harness or the contract chooses them, and the report shows the choices beside the verdict. The time to set up a connection is not part of the response time.',
  },
  '8.availability': {
    sentence:
      '- Stated availability or synchronisation figure: 99.99 percent. What it measures is not defined.',
    standing: 'declarable',
  },
  '8.limits': { sentence: '- Rate limits, payload size limits and quotas: not shown.' },
  '9.prefix': { sentence: 'The version is carried in the path prefix: `/api/v1`.' },
  '9.all-v1': { sentence: 'All four endpoints are under version 1.' },
  '9.policy': {
    sentence: 'Policy for new versions, deprecation and compatibility: not shown.',
    standing: 'silent',
  },
} as const satisfies Record<string, ClauseEntry>;

export type ClauseId = keyof typeof clauses;

export const clauseIds = Object.keys(clauses) as ClauseId[];

/** A clause for readers: its sentence has no bars of a table row and no dash of a list item. */
export function clause(id: ClauseId) {
  const { sentence, standing: own, ...reading }: ClauseEntry = clauses[id];
  const standing = own ?? (sentence.endsWith('not shown.') ? 'declarable' : 'judged');
  const words = sentence.replace(/^- |^\| | \|$/g, '').replaceAll(' | ', ' · ');
  return { id, section: id.charAt(0), sentence: words, standing, ...reading };
}
