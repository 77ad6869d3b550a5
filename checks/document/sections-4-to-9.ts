import type { ClauseEntry } from './clause-entry.ts';

export const sections4to9 = {
  '4.paths-relative': {
    section: '4',
    sentence: 'All paths are relative to {base_url}.',
    standing: 'harness',
  },
  '4.bodies-json': {
    section: '4',
    sentence: 'Request and response bodies are JSON.',
    standing: 'judged',
    reading:
      'This is about bodies, not about Content-Type. An empty body counts as no body. Bodies of refusals and errors are not judged: §7 does not show them.',
  },
  '4.user': {
    section: '4',
    sentence: '| GET | /api/v1/user | Return the identity assertion for the user |',
    standing: 'judged',
  },
  '4.encrypt': {
    section: '4',
    sentence: '| POST | /api/v1/encrypt | Encrypt submitted data |',
    standing: 'judged',
  },
  '4.sync': {
    section: '4',
    sentence: '| GET | /api/v1/sync/status | Verify the synchronisation status |',
    standing: 'judged',
  },
  '4.backup': {
    section: '4',
    sentence: '| POST | /api/v1/backup/create | Create a backup |',
    standing: 'judged',
  },
  '4.user.request': { section: '4', sentence: '- Request: no body.', standing: 'harness' },
  '4.user.parameters': {
    section: '4',
    sentence: '- Request parameters and headers: not shown.',
    standing: 'declarable',
  },
  '4.user.response': {
    section: '4',
    sentence: '- Response: a JSON object with one key `user`, whose value is a User object (see section 2).',
    standing: 'judged',
    reading:
      'Exactly one key. The User object may have more fields than the four listed; these are recorded.',
  },
  '4.encrypt.header': {
    section: '4',
    sentence: '- Request header: `Authorization: Bearer <ACCESS_TOKEN>`.',
    standing: 'judged',
  },
  '4.encrypt.body': {
    section: '4',
    sentence: '- Request body: JSON object with `data` (string) and `algorithm` (string), as in section 2.',
    standing: 'harness',
  },
  '4.encrypt.algorithms': {
    section: '4',
    sentence: '- Other allowed values of `algorithm`: not shown.',
    standing: 'declarable',
  },
  '4.encrypt.response': { section: '4', sentence: '- Response body: not shown.', standing: 'declarable' },
  '4.sync.request': { section: '4', sentence: '- Request: no body.', standing: 'harness' },
  '4.sync.response': { section: '4', sentence: '- Response body: not shown.', standing: 'declarable' },
  '4.backup.request': { section: '4', sentence: '- Request body: not shown.', standing: 'declarable' },
  '4.backup.response': { section: '4', sentence: '- Response body: not shown.', standing: 'declarable' },
  '5.bearer': {
    section: '5',
    sentence:
      'A request to `POST /api/v1/encrypt` carries the header `Authorization` with the scheme `Bearer` followed by the access token: `Authorization: Bearer <ACCESS_TOKEN>`.',
    standing: 'judged',
    reading:
      'A request without that header, scheme or token does not succeed. Any answer other than 2xx is a refusal.',
  },
  '5.others': {
    section: '5',
    sentence: 'Which of the other endpoints require the header: not shown.',
    standing: 'declarable',
  },
  '5.tokens': {
    section: '5',
    sentence: 'How a token is obtained, its lifetime and its scopes: not shown.',
    standing: 'silent',
  },
  '6.events': {
    section: '6',
    sentence: 'Events, notifications and callbacks: not shown.',
    standing: 'silent',
  },
  '7.errors': {
    section: '7',
    sentence: 'Error status codes, error codes and the error body shape: not shown.',
    standing: 'declarable',
  },
  '8.response-time': {
    section: '8',
    sentence: '- Stated response-time figure: under 20 ms.',
    standing: 'judged',
    reading:
      'The document names no percentile, rate, data or vantage point. The harness or the contract chooses them, and the report shows the choices beside the verdict. The time to set up a connection is not part of the response time.',
  },
  '8.availability': {
    section: '8',
    sentence:
      '- Stated availability or synchronisation figure: 99.99 percent. What it measures is not defined.',
    standing: 'declarable',
  },
  '8.limits': {
    section: '8',
    sentence: '- Rate limits, payload size limits and quotas: not shown.',
    standing: 'declarable',
  },
  '9.prefix': {
    section: '9',
    sentence: 'The version is carried in the path prefix: `/api/v1`.',
    standing: 'judged',
  },
  '9.all-v1': { section: '9', sentence: 'All four endpoints are under version 1.', standing: 'judged' },
  '9.policy': {
    section: '9',
    sentence: 'Policy for new versions, deprecation and compatibility: not shown.',
    standing: 'silent',
  },
} as const satisfies Record<string, ClauseEntry>;
