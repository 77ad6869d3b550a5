import type { ClauseEntry } from './clause-entry.ts';

export const sections4to9 = {
  '4.paths-relative': { sentence: 'All paths are relative to {base_url}.', standing: 'harness' },
  '4.bodies-json': {
    sentence: 'Request and response bodies are JSON.',
    standing: 'judged',
    reading:
      'This is about bodies, not about Content-Type. An empty body counts as no body. Bodies of refusals and errors are not judged: §7 does not show them.',
  },
  '4.user': {
    sentence: '| GET | /api/v1/user | Return the identity assertion for the user |',
    standing: 'judged',
  },
  '4.encrypt': { sentence: '| POST | /api/v1/encrypt | Encrypt submitted data |', standing: 'judged' },
  '4.sync': {
    sentence: '| GET | /api/v1/sync/status | Verify the synchronisation status |',
    standing: 'judged',
  },
  '4.backup': { sentence: '| POST | /api/v1/backup/create | Create a backup |', standing: 'judged' },
  '4.user.request': { sentence: '- Request: no body.', standing: 'harness' },
  '4.user.parameters': { sentence: '- Request parameters and headers: not shown.', standing: 'declarable' },
  '4.user.response': {
    sentence: '- Response: a JSON object with one key `user`, whose value is a User object (see section 2).',
    standing: 'judged',
    reading:
      'Exactly one key. The User object may have more fields than the four listed; these are recorded.',
  },
  '4.encrypt.header': {
    sentence: '- Request header: `Authorization: Bearer <ACCESS_TOKEN>`.',
    standing: 'judged',
  },
  '4.encrypt.body': {
    sentence: '- Request body: JSON object with `data` (string) and `algorithm` (string), as in section 2.',
    standing: 'harness',
  },
  '4.encrypt.algorithms': {
    sentence: '- Other allowed values of `algorithm`: not shown.',
    standing: 'declarable',
  },
  '4.encrypt.response': { sentence: '- Response body: not shown.', standing: 'declarable' },
  '4.sync.request': { sentence: '- Request: no body.', standing: 'harness' },
  '4.sync.response': { sentence: '- Response body: not shown.', standing: 'declarable' },
  '4.backup.request': { sentence: '- Request body: not shown.', standing: 'declarable' },
  '4.backup.response': { sentence: '- Response body: not shown.', standing: 'declarable' },
  '5.bearer': {
    sentence:
      'A request to `POST /api/v1/encrypt` carries the header `Authorization` with the scheme `Bearer` followed by the access token: `Authorization: Bearer <ACCESS_TOKEN>`.',
    standing: 'judged',
    reading:
      'A request without that header, scheme or token does not succeed. Any answer other than 2xx is a refusal.',
  },
  '5.others': {
    sentence: 'Which of the other endpoints require the header: not shown.',
    standing: 'declarable',
  },
  '5.tokens': {
    sentence: 'How a token is obtained, its lifetime and its scopes: not shown.',
    standing: 'silent',
  },
  '6.events': { sentence: 'Events, notifications and callbacks: not shown.', standing: 'silent' },
  '7.errors': {
    sentence: 'Error status codes, error codes and the error body shape: not shown.',
    standing: 'declarable',
  },
  '8.response-time': {
    sentence: '- Stated response-time figure: under 20 ms.',
    standing: 'judged',
    reading:
      'The document names no percentile, rate, data or vantage point. The harness or the contract chooses them, and the report shows the choices beside the verdict. The time to set up a connection is not part of the response time.',
  },
  '8.availability': {
    sentence:
      '- Stated availability or synchronisation figure: 99.99 percent. What it measures is not defined.',
    standing: 'declarable',
  },
  '8.limits': {
    sentence: '- Rate limits, payload size limits and quotas: not shown.',
    standing: 'declarable',
  },
  '9.prefix': { sentence: 'The version is carried in the path prefix: `/api/v1`.', standing: 'judged' },
  '9.all-v1': { sentence: 'All four endpoints are under version 1.', standing: 'judged' },
  '9.policy': {
    sentence: 'Policy for new versions, deprecation and compatibility: not shown.',
    standing: 'silent',
  },
} as const satisfies Record<string, ClauseEntry>;
