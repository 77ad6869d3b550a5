import { expect, it } from 'vitest';
import { parseJsonText } from '../json-text/json-text.ts';
import { statedError } from './stated-error.ts';

const of = (
  body: unknown,
  type = 'application/json',
  status = 200,
  endpoint: 'encrypt' | 'sync' = 'encrypt',
) =>
  statedError(parseJsonText(JSON.stringify(body)), { status, headers: { 'content-type': type } }, endpoint);

it.each<[string, unknown]>([
  ['success false', { success: false, message: 'no' }],
  ['success false', { success: 0 }],
  ['success false', { ok: false, result: null }],
  ['JSON-RPC', { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } }],
  ['error alone', { errors: [{ message: 'no' }], data: null }],
  ['error alone', { errors: [{ title: 'no' }], links: {} }],
  ['error alone', { errors: [{ message: 'no' }], data: { encrypt: null } }],
  ['JSend', { status: 'error', message: 'no' }],
  ['JSend', { status: 'error', message: 'no', code: 7, data: null }],
  ['error alone', { error: 'no' }],
  ['error alone', { error: { code: 401 }, id: '7', meta: {} }],
  ['error alone', { errors: { data: 'too long' }, data: null }],
  ['error alone', { statusCode: 507, error: 'Insufficient Storage', message: 'no' }],
  [
    'error alone',
    { timestamp: '2026-11-29T08:00:00Z', status: 503, error: 'Unavailable', path: '/api/v1/backup/create' },
  ],
  ['error alone', { error: 'invalid_token', error_description: 'no', error_uri: 'https://example.org' }],
])('%s: %j', (standard, body) => {
  expect(of(body)).toBe(standard);
});

it('is told by the type of a problem and its status', () => {
  const problem = { type: 'about:blank', status: 403, title: 'Forbidden' };
  expect(of(problem, 'application/problem+json')).toBe('problem');
  expect(of(problem)).toBeNull();
  expect(of({ ...problem, status: 200 }, 'application/problem+json')).toBeNull();
});

it.each<unknown>([
  { error: null, errors: [] },
  { error: false, message: 'All devices are in sync' },
  { error: 0, msg: 'saved' },
  { status: 'failed', devices: 3 },
  { status: 'error' },
  { status: 'error', message: '1 of 3 connections is behind', connections: [{ id: 'c1' }] },
  { error: 'disk', devices: 3 },
  { error: { code: 0, message: 'OK' }, id: 7 },
  { error: { code: 'OK' } },
  { ok: true, error: 'cache is off', message: 'saved' },
  { error: 'none', message: 'All devices are in sync' },
  { error: 'disk', message: 'Device 3 is behind', lastSync: '2026-11-29T08:00:00Z' },
  { errors: [{ device: 1 }], data: { state: 'ok' } },
  { state: 'degraded', errors: ['connection 3 timed out'] },
  { code: 500, msg: 'down', data: null },
  { jsonrpc: '2.0', id: 1, result: 'x' },
  { success: 'false' },
  ['error'],
  'unauthorized',
  null,
])('no standard says so: %j', (body) => {
  expect(of(body)).toBeNull();
});

it('is no error of sync if its state is false', () => {
  const ofSync = (body: unknown) => of(body, 'application/json', 200, 'sync');
  expect(ofSync({ ok: false, behind: 2, connections: ['c1'] })).toBeNull();
  expect(ofSync({ ok: false, message: 'database down', code: 7 })).toBe('success false');
  expect(ofSync({ success: false })).toBe('success false');
  expect(of({ ok: false, behind: 2 })).toBe('success false');
});

it('a 207 speaks of several resources', () => {
  expect(of({ success: false }, 'application/json', 207)).toBeNull();
});
