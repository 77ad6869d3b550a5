import { type ServiceAnswer, type ServiceEndpoint, serviceEndpoints } from '../service-answer.ts';
import { closed, cutOff, gzipCut, gzipUpperCase, hanging, labelledGzip, notHttp, reset } from './delivery.ts';
import type { TriggerName } from './triggers.ts';
import {
  alternating,
  type Change,
  empty,
  header,
  json,
  type Row,
  type Shared,
  status,
  type Variant,
  variantsOf,
} from './variant.ts';

const notFound = failing(404);
const error200 = json({ error: { code: 'too-many', message: 'Later.' } });
const badLocation = alternating(status(302), header('location', 'http://[bad'));

/** Always, or so often that the operation does not count as offered. */
const notOffered: readonly Variant[] = [
  ...variantsOf(leavingOpen('encrypt'), [
    ['encrypt-refuses-token', 'encrypt refuses the valid token with 401.', { admits: false }],
    ['encrypt-forbids-token', 'encrypt refuses the valid token with 403.', failing(403)],
    ['encrypt-400', 'encrypt answers every valid call with 400.', failing(400)],
    ['encrypt-405', 'encrypt is not offered: 405.', failing(405)],
    ['encrypt-foreign-error-200', 'encrypt answers 200 with an error.', error200, ['non-ascii-data']],
    ['encrypt-cut-off', 'encrypt ends the connection inside the body.', { deliver: cutOff }, ['every-20th']],
    // Data that it takes none of, without a limit that anybody declared.
    refusing('too-large', 413, 'large-data'),
    refusing('spaced', 400, 'spaced-body'),
    refusing('empty', 422, 'empty-data'),
    refusing('unprintable', 400, 'control-character-data'),
    refusing('foreign', 422, 'non-ascii-data'),
    refusing('foreign', 500, 'non-ascii-data'),
    refusing('quoted', 400, 'quoted-data'),
    refusing('markup', 403, 'markup-data'),
    ['encrypt-resets', 'encrypt resets the connection.', { deliver: reset }, ['non-ascii-data']],
  ]),
  ...variantsOf(leavingOpen('user'), [
    ['user-404', 'user is not offered: 404.', notFound],
    ['user-teapot', 'user answers 418.', failing(418), ['every-20th']],
    ['user-hangs', 'user never answers.', { deliver: hanging }, ['every-20th']],
    ['user-gzip-cut', 'user is gzip that ends too early.', gzipCut, ['every-20th']],
  ]),
  ...variantsOf(leavingOpen('sync'), [
    ['sync-404', 'sync is not offered: 404.', notFound],
    ['sync-conflict', 'sync answers 409.', failing(409), ['every-20th']],
    ['sync-gzip-label', 'sync is labelled gzip but is not gzip.', labelledGzip, ['every-20th']],
    ['sync-error-200-often', 'sync answers 200 with an error in the body.', error200, ['every-2nd']],
    ['sync-success-0', 'sync answers 200 with success 0.', json({ success: 0, message: 'database down' })],
    ['sync-status-false', 'sync answers 200 with status false.', json({ status: false, message: 'No' })],
    ['sync-bad-location', 'sync redirects to something that is not a URL.', badLocation],
  ]),
  ...variantsOf(leavingOpen('backup'), [
    ['backup-404', 'backup is not offered: 404.', notFound],
    ['backup-hangs', 'backup never answers.', { deliver: hanging }],
    ['backup-fails', 'backup answers 500.', failing(500), ['every-2nd']],
    ['backup-unavailable', 'backup answers 503.', failing(503), ['every-2nd']],
  ]),
  ...variantsOf({ ...leavingOpen('encrypt'), trigger: afterCalls(60) }, [
    ['token-expires', 'encrypt refuses the token after 60 calls.', { admits: false }],
    ['encrypt-rate-limit', 'encrypt answers 429 with Retry-After after 60 calls.', retryLater(429)],
    ['encrypt-unavailable', 'encrypt answers 503 with Retry-After after 60 calls.', retryLater(503)],
    ['encrypt-error-200', 'encrypt answers 200 with an error in the body after 60 calls.', error200],
  ]),
  ...variantsOf({ ...leavingOpen('user'), trigger: afterCalls(60) }, [
    ['user-rate-limit', 'user answers 429 with Retry-After after 60 calls.', retryLater(429)],
    ['user-unavailable', 'user answers 503 with Retry-After after 60 calls.', retryLater(503)],
  ]),
  ...variantsOf({ ...leavingOpen('sync'), trigger: afterCalls(60) }, [
    ['sync-error-200', 'sync answers 200 with an error in the body after 60 calls.', error200],
  ]),
  ...variantsOf(
    { kind: 'harness-fault', leavesOpen: serviceEndpoints.map((endpoint) => `${endpoint}-offered`) },
    [301, 302, 307, 308].map(
      (code): Row => [`redirect-${code}`, `Every valid call is redirected with ${code}.`, redirect(code)],
    ),
  ),
];

const nobodyThere = variantsOf({ kind: 'harness-fault', leavesOpen: [], calls: 'any' }, [
  ['sign-in-page', 'Every call is redirected to a sign-in page.', signIn],
  ['wrong-prefix', 'No path exists.', notFound],
  ['token-unknown', 'Every call is refused, with or without a token.', { admits: false }],
  ['maintenance', 'Every call is answered 503 with Retry-After.', retryLater(503)],
  ['everything-resets', 'Every call is reset.', { deliver: reset }],
  ['everything-closes', 'The connection closes without an answer.', { deliver: closed }],
  ['not-http', 'The server does not speak HTTP.', { deliver: notHttp }],
]);

const credentialChecks = [
  'auth-absent-refused',
  'auth-empty-refused',
  'auth-scheme-refused',
  'auth-made-up-refused',
];

const unanswered: Shared = {
  kind: 'harness-fault',
  on: ['encrypt'],
  calls: 'refused',
  leavesOpen: credentialChecks,
};

const unknown = {
  code401: json({ code: 401, msg: 'Sign in again.', data: null }),
  ownWords: json({ code: 'A0230', msg: '登录过期', data: null }),
};

/** The same answer to every encrypt call, because the service does not know the token. */
const tokenUnknown: readonly Variant[] = [
  ...variantsOf({ ...unanswered, calls: 'any', leavesOpen: ['encrypt-offered', ...credentialChecks] }, [
    [
      'token-unknown-200',
      'encrypt refuses every call with 200 and an error.',
      alternating(status(200), unknown.code401),
    ],
  ]),
  ...variantsOf({ ...unanswered, calls: 'any' }, [
    [
      'token-unknown-200-own-words',
      'encrypt refuses every call with 200, in words that only this service has.',
      alternating(status(200), unknown.ownWords),
    ],
  ]),
];

/** An answer to a probe that does not say whether the credential was looked at. */
const probesUnanswered = variantsOf(unanswered, [
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
  ['refusal-undecodable', 'Refuses with a body that is labelled gzip but is not gzip.', labelledGzip],
  ['refusal-locked-out', 'Refuses with 403 instead of 401.', status(403), ['after-50']],
]);

const toldByHeader = variantsOf({ ...unanswered, calls: ['absent', 'empty', 'scheme', 'made-up'] }, [
  [
    'refusal-200-header',
    'Refuses with 200 and what looks like a result: only a header says so.',
    { admits: true, change: header('grpc-status', '16') },
  ],
]);

/** k6 decodes a body only where its coding is written in lower case, so nobody knows what these hold. */
const unreadable = variantsOf(
  { kind: 'harness-fault', leavesOpen: ['user-offered', 'encrypt-offered', 'sync-offered'] },
  [
    ['gzip-upper-case', 'Bodies are compressed, and Content-Encoding is GZIP.', gzipUpperCase],
    ['gzip-empty', 'Empty bodies are labelled gzip.', alternating(empty, labelledGzip)],
  ],
);

/** What leaves no evidence for a verdict: neither a pass nor a broken clause may come of it. */
export const harnessFaults: readonly Variant[] = [
  ...notOffered,
  ...nobodyThere,
  ...tokenUnknown,
  ...probesUnanswered,
  ...toldByHeader,
  ...unreadable,
];

function leavingOpen(endpoint: ServiceEndpoint): Shared {
  return { kind: 'harness-fault', on: [endpoint], leavesOpen: [`${endpoint}-offered`] };
}

function afterCalls(count: number): NonNullable<Variant['trigger']> {
  return { fires: ({ sequence }) => sequence > count };
}

function refusing(form: string, code: number, when: TriggerName): Row {
  const refusal = alternating(status(code), json({ error: { code: form, message: 'Not this data.' } }));
  return [`encrypt-refuses-${form}-${code}`, `encrypt answers ${code}.`, refusal, [when]];
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
