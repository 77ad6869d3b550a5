import { expect, it } from 'vitest';
import { outcome, profileOf } from './auth-refusal-fixture.ts';

it.each([
  ['a code of its own', { code: 'A0230', msg: '登录过期', data: null }, 'undecided'],
  ['a message, and when', { code: 1001, msg: 'not signed in', ts: 1_700_000_000_000 }, 'undecided'],
  ['a list of one error', [{ errorCode: 'INVALID_SESSION_ID' }], 'undecided'],
  ['an acknowledgement', { ok: true, status: 'queued', algorithm: 'AES-256-GCM' }, 'undecided'],
  ['no words', {}, 'fail'],
  ['a mock', { ciphertext: 'string' }, 'fail'],
  ['a mock with a code and words', { code: 40, msg: 'text', data: 'c3RyaW5n' }, 'fail'],
  ['a mock with a name of its own', { sealed: 'string', version: 3 }, 'undecided'],
  ['bytes as numbers', { ciphertext: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] }, 'fail'],
  ['a few numbers', { code: 40, data: [1, 2, 3] }, 'undecided'],
  ['numbers of no result', { counts: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] }, 'undecided'],
  ['a result in words', { code: 40, result: 'not signed in' }, 'undecided'],
  ['a word', 'Unauthorized', 'undecided'],
  ['a negative number', { ret: -100, info: '登录过期' }, 'undecided'],
  ['an address', { redirect: '/login' }, 'undecided'],
  ['a flag', { authenticated: false }, 'undecided'],
  ['a status', { status: 'login_required' }, 'undecided'],
  ['another language', { resultado: 'NOK', mensaje: 'no ha iniciado sesión' }, 'undecided'],
  ['a reference in the message', { msg: '登录过期，编号 REFERENCE' }, 'undecided'],
  ['what it cost', { code: 'A0230', msg: '登录过期', cost: 'REFERENCE ms', host: 'b3' }, 'undecided'],
  ['a code of success', { code: '0000', msg: '操作成功' }, 'undecided'],
  ['a number of an order', { status: 'queued', id: 'enc_REFERENCE' }, 'undecided'],
  ['a result that grows', { status: 'not yet stored', sealed: 'GROWING' }, 'fail'],
])('what holds no result, with the token too, may be an error: %s', (_, body, expected) => {
  const bodies = Array.from({ length: 8 }, (__, index) =>
    JSON.parse(
      JSON.stringify(body)
        .replace('1700000000000', String(1_700_000_000_000 + index))
        .replace('REFERENCE', String(7919 * (index + 3)))
        .replace('GROWING', 'c3RyaW5n'.repeat(2 * index + 1)),
    ),
  );
  expect(outcome({ body: bodies[3] }, profileOf(bodies))).toBe(expected);
});

it.each([
  ['where it will be', { output: '/api/v1/jobs/3f2a' }, 'undecided'],
  ['a number of it', { content: 'c3RyaW5n' }, 'undecided'],
  ['the result itself', { content: 'GROWING' }, 'fail'],
])('202 acknowledges later work, for which the token may be looked at: %s', (_, body, expected) => {
  const bodies = Array.from({ length: 8 }, (__, index) =>
    JSON.parse(JSON.stringify(body).replace('GROWING', 'c3RyaW5n'.repeat(2 * index + 1))),
  );
  expect(outcome({ body: bodies[3], response: { status: 202 } }, profileOf(bodies, {}, 202))).toBe(expected);
});
