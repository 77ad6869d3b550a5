import { gzipSync } from 'node:zlib';
import type { ServiceEndpoint } from '../service-endpoints.ts';
import type { ServiceCall } from './call.ts';
import { alternating, empty, header, json, status } from './changes.ts';
import type { CheckId } from './check-clauses.ts';
import { closed, cutOff, hanging, notHttp, reset } from './delivery.ts';
import { opening, type Row, triggered } from './row.ts';
import type { ServiceAnswer } from './service-answer.ts';
import type { TriggerName } from './triggers.ts';
import type { Change, Effect, Variant } from './variant.ts';

const notFound = failing(404);
const error200 = json({ error: { code: 'too-many', message: 'Later.' } });
const everyEndpoint = ['user', 'encrypt', 'sync', 'backup'] as const;
const everyToken: readonly CheckId[] = [
  'auth-absent-refused',
  'auth-empty-refused',
  'auth-scheme-refused',
  'auth-made-up-refused',
];

const notOffered: readonly Variant[] = [
  ...opening(['encrypt-offered'], { on: ['encrypt'] }, [
    ['encrypt-refuses-token', 'encrypt refuses the valid token with 401.', { admits: false }],
    ['encrypt-forbids-token', 'encrypt refuses the valid token with 403.', failing(403)],
    ['encrypt-400', 'encrypt answers every valid call with 400.', failing(400)],
    ['encrypt-405', 'encrypt is not offered: 405.', failing(405)],
  ]),
  ...opening(['user-offered'], { on: ['user'] }, [['user-404', 'user is not offered: 404.', notFound]]),
  ...opening(['sync-offered'], { on: ['sync'] }, [['sync-404', 'sync is not offered: 404.', notFound]]),
  ...opening(['backup-offered'], { on: ['backup'] }, [
    ['backup-404', 'backup is not offered: 404.', notFound],
    ['backup-hangs', 'backup never answers.', { deliver: hanging }],
  ]),
  ...opening(['encrypt-offered'], { on: ['encrypt'], trigger: afterCalls(60) }, [
    ['token-expires', 'encrypt refuses the token after 60 calls.', { admits: false }],
    ['encrypt-rate-limit', 'encrypt answers 429 with Retry-After after 60 calls.', retryLater(429)],
    ['encrypt-unavailable', 'encrypt answers 503 with Retry-After after 60 calls.', retryLater(503)],
    ['encrypt-error-200', 'encrypt answers 200 with an error in the body after 60 calls.', error200],
  ]),
  ...opening(['user-offered'], { on: ['user'], trigger: afterCalls(60) }, [
    ['user-rate-limit', 'user answers 429 with Retry-After after 60 calls.', retryLater(429)],
    ['user-unavailable', 'user answers 503 with Retry-After after 60 calls.', retryLater(503)],
  ]),
  ...opening(['sync-offered'], { on: ['sync'], trigger: afterCalls(60) }, [
    ['sync-error-200', 'sync answers 200 with an error in the body after 60 calls.', error200],
  ]),
  ...opening(
    everyEndpoint.map((endpoint): CheckId => `${endpoint}-offered`),
    {},
    [301, 302, 307, 308].map(
      (code): Row => [`redirect-${code}`, `Every valid call is redirected with ${code}.`, redirect(code)],
    ),
  ),
];

const nobodyThere = opening([], { calls: 'any' }, [
  ['sign-in-page', 'Every call is redirected to a sign-in page.', signIn],
  ['wrong-prefix', 'No path exists.', notFound],
  ['token-unknown', 'Every call is refused, with or without a token.', { admits: false }],
  ['maintenance', 'Every call is answered 503 with Retry-After.', retryLater(503)],
  ['everything-resets', 'Every call is reset.', { deliver: reset }],
  ['everything-closes', 'The connection closes without an answer.', { deliver: closed }],
  ['not-http', 'The server does not speak HTTP.', { deliver: notHttp }],
]);

/** An answer to a probe that does not say whether the credential was looked at. */
const probesUnanswered = opening(everyToken, { on: ['encrypt'], calls: 'refused' }, [
  [
    'refusal-200-error',
    'Refuses with 200 and an error in the body.',
    alternating(status(200), json({ error: { code: 'unauthorised', message: 'No token.' } })),
  ],
  ['refusal-200-message', 'Refuses with 200 and a message.', alternating(status(200), json('unauthorised'))],
  ['refusal-200-empty', 'Refuses with 200 and no body.', alternating(status(200), empty)],
  ['refusal-204', 'Refuses with 204.', alternating(status(204), empty)],
  [
    'refusal-200-emptied',
    'Refuses with 200 and the fields of a result, one of them empty.',
    alternating(
      status(200),
      json({ algorithm: 'AES-256-GCM', nonce: 'AAAAAAAAAAAAAAAA', ciphertext: '', tag: 'AAAA' }),
    ),
  ],
  [
    'refusal-200-other-word',
    'Refuses with 200 and the fields of a result, one with a special word.',
    alternating(
      status(200),
      json({ algorithm: 'none', nonce: 'AAAAAAAAAAAAAAAA', ciphertext: 'QQ==', tag: 'AAAA' }),
    ),
  ],
  [
    'refusal-200-other-form',
    'Refuses with 200 and the fields of a result, with words where a result has base64.',
    alternating(
      status(200),
      json({ algorithm: 'AES-256-GCM', nonce: 'no-access', ciphertext: 'unauthenticated', tag: 'none' }),
    ),
  ],
  ['refusal-busy-429', 'Refuses with 429, as if there were too many calls.', retryLater(429)],
  ['refusal-busy-429-bare', 'Refuses with 429 without Retry-After.', failing(429)],
  ['refusal-busy-503', 'Refuses with 503 and Retry-After.', retryLater(503)],
  ['refusal-hangs', 'Never answers a call without the token.', { deliver: hanging }],
  [
    'refusal-not-http',
    'Answers a call without the token with something that is not HTTP.',
    { deliver: notHttp },
  ],
  [
    'refusal-undecodable',
    'Refuses with a body that is labelled gzip but is not gzip.',
    header('content-encoding', 'gzip'),
  ],
]);

/** The result of encrypting nothing is empty, as a refusal with emptied fields is: nobody can tell them apart. */
const emptyResult = opening(['auth-absent-refused'], { on: ['encrypt'], calls: ['absent'] }, [
  ['auth-absent-admitted', 'encrypt works without an Authorization header.', { admits: true }],
]).map((variant) => triggered(variant, 'empty-data'));

/** Data that encrypt takes none of, without a limit that anybody declared. */
const refusedData: readonly Variant[] = [
  ...refusing('too-large', 413, 'large-data'),
  ...refusing('spaced', 400, 'spaced-body'),
  ...refusing('empty', 422, 'empty-data'),
  ...refusing('unprintable', 400, 'control-character-data'),
  ...refusing('foreign', 422, 'non-ascii-data'),
  ...refusing('foreign', 500, 'non-ascii-data'),
  ...refusing('quoted', 400, 'quoted-data'),
  ...refusing('markup', 403, 'markup-data'),
  ...at('encrypt', 'resets', 'resets the connection', { deliver: reset }, 'non-ascii-data'),
];

/** Calls that fail too often for the operation to count as offered. */
const failingOften: readonly Variant[] = [
  ...at('backup', 'fails', 'answers 500', failing(500), 'every-2nd'),
  ...at('backup', 'unavailable', 'answers 503', failing(503), 'every-2nd'),
  ...at('sync', 'conflict', 'answers 409', failing(409), 'every-20th'),
  ...at('user', 'teapot', 'answers 418', failing(418), 'every-20th'),
  ...at('user', 'hangs', 'never answers', { deliver: hanging }, 'every-20th'),
  ...at('encrypt', 'cut-off', 'ends the connection inside the body', { deliver: cutOff }, 'every-20th'),
  ...at(
    'sync',
    'gzip-label',
    'is labelled gzip but is not gzip',
    header('content-encoding', 'gzip'),
    'every-20th',
  ),
  ...at('user', 'gzip-cut', 'is gzip that ends too early', gzipCut, 'every-20th'),
];

/** k6 decodes a body only where its coding is written in lower case, so nobody knows what these hold. */
const unreadable = opening(['user-offered', 'encrypt-offered', 'sync-offered'], {}, [
  ['gzip-upper-case', 'Bodies are compressed, and Content-Encoding is GZIP.', gzipUpperCase],
  ['gzip-empty', 'Empty bodies are labelled gzip.', alternating(empty, header('content-encoding', 'gzip'))],
]);

const badLocations = opening(['sync-offered'], { on: ['sync'] }, [
  [
    'sync-bad-location',
    'sync redirects to something that is not a URL.',
    alternating(status(302), header('location', 'http://[bad')),
  ],
]);

/** What leaves no evidence for a verdict: neither a pass nor a broken clause may come of it. */
export const harnessFaults: readonly Variant[] = [
  ...notOffered,
  ...nobodyThere,
  ...probesUnanswered,
  ...emptyResult,
  ...refusedData,
  ...failingOften,
  ...unreadable,
  ...badLocations,
];

function afterCalls(count: number): NonNullable<Variant['trigger']> {
  return { summary: `after ${count} calls`, fires: ({ sequence }) => sequence > count };
}

function refusing(form: string, code: number, when: TriggerName): readonly Variant[] {
  const refusal = alternating(status(code), json({ error: { code: form, message: 'Not this data.' } }));
  return at('encrypt', `refuses-${form}-${code}`, `answers ${code}`, refusal, when);
}

/** Without the evidence that the endpoint is offered, at some times only. */
function at(
  endpoint: ServiceEndpoint,
  form: string,
  phrase: string,
  effect: Change | Effect,
  when: TriggerName,
): readonly Variant[] {
  const row: Row = [`${endpoint}-${form}`, `${endpoint} ${phrase}.`, effect];
  return opening([`${endpoint}-offered`], { on: [endpoint] }, [row]).map((variant) =>
    triggered(variant, when),
  );
}

function failing(code: number): Change {
  return alternating(status(code), json({ error: { code: 'refused', message: 'Not here, not so.' } }));
}

function retryLater(code: number): Change {
  return alternating(failing(code), header('retry-after', '30'));
}

function redirect(code: number): Change {
  return (answer, { url }) => ({
    ...answer,
    status: code,
    headers: { location: url.replace('/api/', '/moved/api/') },
    body: '',
  });
}

function signIn(): ServiceAnswer {
  return { status: 302, headers: { location: '/login?next=%2F' }, body: '' };
}

function gzipUpperCase(answer: ServiceAnswer, call: ServiceCall): ServiceAnswer {
  return header('content-encoding', 'GZIP')({ ...answer, body: gzipSync(answer.body) }, call);
}

function gzipCut(answer: ServiceAnswer, call: ServiceCall): ServiceAnswer {
  const body = gzipSync(answer.body).subarray(0, -12);
  return header('content-encoding', 'gzip')({ ...answer, body }, call);
}
