import type { Answer } from './answer.ts';
import { empty, header, inTurn, json, status } from './changes.ts';
import { closed, notHttp, reset } from './delivery.ts';
import { type Row, variantsOf } from './row.ts';
import type { Change, Variant } from './variant.ts';

const notFound = failing(404);

/** What leaves no evidence for a verdict: neither a pass nor a broken clause may come of it. */
export const harnessFaults: readonly Variant[] = [
  ...variantsOf('harness-fault', { on: ['encrypt'] }, [
    ['encrypt-refuses-token', 'encrypt refuses the valid token with 401.', { admits: false }],
    ['encrypt-forbids-token', 'encrypt refuses the valid token with 403.', failing(403)],
    ['encrypt-400', 'encrypt answers every valid call with 400.', failing(400)],
    ['encrypt-405', 'encrypt is not offered: 405.', failing(405)],
  ]),
  ...variantsOf('harness-fault', { on: ['user'] }, [['user-404', 'user is not offered: 404.', notFound]]),
  ...variantsOf('harness-fault', { on: ['sync'] }, [['sync-404', 'sync is not offered: 404.', notFound]]),
  ...variantsOf('harness-fault', { on: ['backup'] }, [
    ['backup-404', 'backup is not offered: 404.', notFound],
  ]),
  ...variantsOf('harness-fault', { on: ['encrypt'], trigger: afterCalls(60) }, [
    ['token-expires', 'encrypt refuses the token after 60 calls.', { admits: false }],
    ['encrypt-rate-limit', 'encrypt answers 429 with Retry-After after 60 calls.', retryLater(429)],
    ['encrypt-unavailable', 'encrypt answers 503 with Retry-After after 60 calls.', retryLater(503)],
  ]),
  ...variantsOf('harness-fault', { on: ['user'], trigger: afterCalls(60) }, [
    ['user-rate-limit', 'user answers 429 with Retry-After after 60 calls.', retryLater(429)],
    ['user-unavailable', 'user answers 503 with Retry-After after 60 calls.', retryLater(503)],
  ]),
  ...variantsOf('harness-fault', {}, [
    ...[301, 302, 307, 308].map(
      (code): Row => [`redirect-${code}`, `Every valid call is redirected with ${code}.`, redirect(code)],
    ),
  ]),
  ...variantsOf('harness-fault', { calls: 'any' }, [
    ['sign-in-page', 'Every call is redirected to a sign-in page.', signIn],
    ['wrong-prefix', 'There is nothing under any path.', notFound],
    ['token-unknown', 'Every call is refused, with or without a token.', { admits: false }],
    ['maintenance', 'Every call is answered 503 with Retry-After.', retryLater(503)],
    ['everything-resets', 'Every call is reset.', { deliver: reset }],
    ['everything-closes', 'The connection closes without an answer.', { deliver: closed }],
    ['not-http', 'What answers does not speak HTTP.', { deliver: notHttp }],
  ]),
  ...variantsOf('harness-fault', { on: ['encrypt'], calls: 'refused' }, [
    [
      'refusal-200-error',
      'Refuses with 200 and an error in the body.',
      inTurn(status(200), json({ error: { code: 'unauthorised', message: 'No token.' } })),
    ],
    ['refusal-200-message', 'Refuses with 200 and a message.', inTurn(status(200), json('unauthorised'))],
    ['refusal-200-empty', 'Refuses with 200 and no body.', inTurn(status(200), empty)],
    ['refusal-204', 'Refuses with 204.', inTurn(status(204), empty)],
    ['refusal-busy-429', 'Refuses with 429, as if there were too many calls.', retryLater(429)],
    ['refusal-busy-503', 'Refuses with 503 and Retry-After.', retryLater(503)],
  ]),
];

function afterCalls(count: number): NonNullable<Variant['trigger']> {
  return { summary: `after ${count} calls`, fires: ({ sequence }) => sequence > count };
}

function failing(code: number): Change {
  return inTurn(status(code), json({ error: { code: 'refused', message: 'Not here, not so.' } }));
}

function retryLater(code: number): Change {
  return inTurn(failing(code), header('retry-after', '30'));
}

function redirect(code: number): Change {
  return (answer, { url }) => ({
    ...answer,
    status: code,
    headers: { location: url.replace('/api/', '/moved/api/') },
    body: '',
  });
}

function signIn(): Answer {
  return { status: 302, headers: { location: '/login?next=%2F' }, body: '' };
}
