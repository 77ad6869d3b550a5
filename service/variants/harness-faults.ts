import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { serviceEndpoints } from '../conformant-service.ts';
import { wrongCredentials } from './call.ts';
import { type Change, compressed, failing, field, header, result, syncedIn, with200 } from './changes.ts';
import { closed, cutOff, hanging, notHttp, reset } from './delivery.ts';
import { rareResultFaults, resultFaults } from './result-faults.ts';
import type { TriggerName } from './triggers.ts';
import { type Row, type Shared, statusRows, variantsOf } from './variant.ts';

const retryLater = (status: number) => ({ ...failing(status), ...header('retry-after', '30') });
const error200 = { body: '{"error":{"code":"too-many","message":"Later."}}' };
const diskFull = { status: 200, body: '{"statusCode":507,"error":"Insufficient Storage","message":"No"}' };
const status500 = { status: 200, body: '{"statusCode":500,"message":"No"}' };
const success0 = { body: '{"success":0,"message":"database down"}' };
const enveloped = { body: '{"response":{"success":false,"error":{"code":"KMS_TIMEOUT"},"request_id":"7"}}' };
const badLocation = { status: 302, headers: { location: 'http://[bad' } };
const labelledGzip = header('content-encoding', 'gzip');
const gzipUpperCase = compressed('GZIP', gzipSync);
const gzipCut = compressed('gzip', (body) => gzipSync(body).subarray(0, -12));
const signIn = { answer: { status: 302, headers: { location: '/login?next=%2F' }, body: '' } };
const moved: Shared = {
  kind: 'harness-fault',
  leavesOpen: serviceEndpoints.map((endpoint) => `${endpoint}-offered`),
  headers: { 'content-type': null },
  body: '',
  change: (_, { url }) => header('location', url.replace('/api/', '/moved/api/')),
};
const expired = { admits: false, on: ['encrypt'], leavesOpen: ['encrypt-offered'] } as const;

const unanswered: Shared = {
  kind: 'harness-fault',
  on: ['encrypt'],
  calls: 'refused',
  leavesOpen: wrongCredentials.map((credential) => `auth-${credential}-refused`),
};

const unknown200 = with200({ code: 401, msg: 'Sign in again.', data: null });
const accepted = { status: 202, body: '{"output":"/api/v1/jobs/3f9c2a7d41b08e65"}' };
const unknownInOwnWords = with200({ code: 'A0230', msg: '登录过期', data: null });

const otherForm = with200({ ...result, nonce: 'no-access', ciphertext: 'unauthenticated', tag: 'none' });

const wide: Change = (_, { data, sequence }) =>
  with200({ ok: true, blob: randomBytes(data.length + ((sequence * 7919) % 90_000)).toString('hex') });

const saying401 = (more: object) => ({ status: 401, body: JSON.stringify({ error: 'no', ...more }) });

/** Splits longer results into more pieces, so that no text is as long as a result. */
const inPieces: Change = (_, { data }) => {
  const text = randomBytes(data.length).toString('base64');
  const size = Math.ceil(Math.sqrt(text.length));
  const parts = Array.from({ length: size }, (__, index) => [
    `part${index}`,
    text.slice(index * size, (index + 1) * size).replace(/.{20}/g, '$& '),
  ]);
  return saying401(Object.fromEntries(parts));
};

const reversed: Change = (_, { body }) =>
  saying401({ received: Buffer.from(body).reverse().toString('base64') });

/** Variants that leave no evidence for a verdict: neither a pass nor a broken clause may result. */
export const harnessFaults = [
  // Failures that occur always, or so often that the operation does not count as offered.
  ...variantsOf(offeredIsOpen, [
    ['encrypt-refuses-token', 'encrypt refuses the valid token with 401.', { admits: false }],
    ['encrypt-forbids-token', 'encrypt refuses the valid token with 403.', failing(403)],
    ['encrypt-400', 'encrypt answers every valid call with 400.', failing(400)],
    ['encrypt-405', 'encrypt is not offered: 405.', failing(405)],
    ['encrypt-foreign-error-200', 'encrypt answers 200 with an error.', error200, ['non-ascii-data']],
    ['encrypt-error-enveloped', 'encrypt answers 200 with an error in an envelope.', enveloped],
    ...resultFaults,
    ['encrypt-cut-off', 'encrypt ends the connection inside the body.', cutOff, ['every-20th']],
    // Refuses a whole kind of data without a declared limit.
    refusing('spaced', 400, 'spaced-body'),
    refusing('unprintable', 400, 'control-character-data'),
    refusing('foreign', 422, 'non-ascii-data'),
    refusing('foreign', 500, 'non-ascii-data'),
    refusing('quoted', 400, 'quoted-data'),
    refusing('json', 422, 'json-data'),
    refusing('at-sign', 400, 'at-sign-data'),
    refusing('markup', 403, 'markup-data'),
    ['encrypt-resets', 'encrypt resets the connection.', reset, ['non-ascii-data']],
    ['user-of-other', 'user answers with another user.', field('id', 'usr_0ther'), ['every-20th']],
    ['user-404', 'user is not offered: 404.', failing(404)],
    ['user-teapot', 'user answers 418.', failing(418), ['every-20th']],
    ['user-hangs', 'user never answers.', hanging, ['every-20th']],
    ['user-gzip-cut', 'user is gzip that ends too early.', gzipCut, ['every-20th']],
    ['sync-404', 'sync is not offered: 404.', failing(404)],
    ['sync-conflict', 'sync answers 409.', failing(409), ['every-20th']],
    ['sync-gzip-label', 'sync is labelled gzip but is not gzip.', labelledGzip, ['every-20th']],
    ['sync-error-200-often', 'sync answers 200 with an error in the body.', error200, ['every-2nd']],
    ['sync-success-0', 'sync answers 200 with success 0.', success0],
    ['sync-bad-location', 'sync redirects to something that is not a URL.', badLocation],
    ['backup-404', 'backup is not offered: 404.', failing(404)],
    ['backup-hangs', 'backup never answers.', hanging],
    ['backup-null', 'backup answers with null for the backup.', { body: '{"backup":null}' }, ['every-2nd']],
    ['backup-error-200', 'backup answers 200 with an error and its description.', diskFull, ['every-2nd']],
    ['backup-status-500', 'backup answers 200 with the status of an error in the body.', status500],
    ['backup-fails', 'backup answers 500.', failing(500), ['every-2nd']],
    ['backup-unavailable', 'backup answers 503.', failing(503), ['every-2nd']],
  ]),
  ...variantsOf((endpoint) => ({ ...offeredIsOpen(endpoint), showsRarely: true }), rareResultFaults),
  ...variantsOf(openAfter60Calls, [
    ['token-expires', 'encrypt refuses the token after 60 calls.', expired],
    ['encrypt-rate-limit', 'encrypt answers 429 with Retry-After after 60 calls.', retryLater(429)],
    ['encrypt-unavailable', 'encrypt answers 503 with Retry-After after 60 calls.', retryLater(503)],
    ['encrypt-error-200', 'encrypt answers 200 with an error in the body after 60 calls.', error200],
    ['user-rate-limit', 'user answers 429 with Retry-After after 60 calls.', retryLater(429)],
    ['user-unavailable', 'user answers 503 with Retry-After after 60 calls.', retryLater(503)],
    ['sync-error-200', 'sync answers 200 with an error in the body after 60 calls.', error200],
  ]),
  ...variantsOf(moved, statusRows('redirect', 'Every valid call is redirected with', [301, 302, 307, 308])),
  ...variantsOf({ kind: 'harness-fault', leavesOpen: [], calls: 'any' }, [
    ['sign-in-page', 'Every call is redirected to a sign-in page.', signIn],
    ['wrong-prefix', 'No path exists.', failing(404)],
    ['token-unknown', 'Every call is refused, with or without a token.', { admits: false }],
    ['maintenance', 'Every call is answered 503 with Retry-After.', retryLater(503)],
    ['everything-resets', 'Every call is reset.', reset],
    ['everything-closes', 'The connection closes without an answer.', closed],
    ['not-http', 'The server does not speak HTTP.', notHttp],
  ]),
  // Every encrypt call gets the same answer, because the service does not know the token.
  ...variantsOf({ ...unanswered, calls: 'any' }, [
    ['token-unknown-200', 'encrypt refuses every call with 200 and an error.', unknown200],
    ['token-unknown-200-own-words', 'encrypt refuses every call with 200 and own words.', unknownInOwnWords],
    ['token-unread-202', 'encrypt answers every call with 202 and where the result will be.', accepted],
  ]),
  // Answers to probes that do not show whether the credential was checked.
  ...variantsOf(unanswered, [
    ['refusal-200-other-form', 'Refuses with 200 and a result, with words instead of base64.', otherForm],
    ['refusal-200-with-room', 'Answers a call without the token with 200 and a text longer than data.', wide],
    ['refusal-with-pieces', 'Refuses with as many random characters as data, in many pieces.', inPieces],
    ['refusal-with-reversed-body', 'Refuses with the request, reversed and in base64.', reversed],
    ['refusal-busy-429', 'Refuses with 429, as if there were too many calls.', retryLater(429)],
    ['refusal-busy-429-bare', 'Refuses with 429 without Retry-After.', failing(429)],
    ['refusal-busy-503', 'Refuses with 503 and Retry-After.', retryLater(503)],
    ['refusal-hangs', 'Never answers a call without the token.', hanging],
    ['refusal-not-http', 'Answers a call without the token in another protocol.', notHttp],
    ['refusal-undecodable', 'Refuses with a body that is labelled gzip but is not gzip.', labelledGzip],
  ]),
  ...variantsOf({ kind: 'harness-fault', on: ['user'], leavesOpen: ['user-last-sync-utc'] }, [
    ['user-last-sync-ahead', 'last_sync is two hours ahead of UTC.', syncedIn(2 * 3_600_000)],
  ]),
  // Bodies that cannot be read: k6 decodes a body only if the name of its coding is in lower case.
  ...variantsOf({ kind: 'harness-fault', leavesOpen: ['user-offered', 'encrypt-offered', 'sync-offered'] }, [
    ['gzip-upper-case', 'Bodies are compressed, and Content-Encoding is GZIP.', gzipUpperCase],
    ['gzip-empty', 'Empty bodies are labelled gzip.', { ...labelledGzip, body: '' }],
  ]),
];

function offeredIsOpen(endpoint: string): Shared {
  return { kind: 'harness-fault', leavesOpen: [`${endpoint}-offered`] };
}

function openAfter60Calls(endpoint: string): Shared {
  return { ...offeredIsOpen(endpoint), trigger: ({ sequence }) => sequence > 60 };
}

function refusing(form: string, status: number, when: TriggerName): Row {
  const name = `encrypt-refuses-${form}-${status}`;
  return [name, `encrypt answers ${status}.`, failing(status, form, 'Not this data.'), [when]];
}
