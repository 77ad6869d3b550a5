import { expect, it } from 'vitest';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { parseJsonText } from '../json-text/json-text.ts';
import { statedError } from './stated-error.ts';

const of = (body: unknown, type = 'application/json', status = 200, endpoint: Endpoint = 'encrypt') =>
  statedError(parseJsonText(JSON.stringify(body)), { status, headers: { 'content-type': type } }, endpoint);

it.each<[string, unknown]>([
  ['success', { success: false, message: 'no', id: 7 }],
  ['success', { success: 0 }],
  ['success', { success: 'false' }],
  ['Success', { Success: false, Message: 'no', Data: null }],
  ['is_success', { is_success: false, value: null }],
  ['ok', { ok: false, result: null }],
  ['error', { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } }],
  ['errors', { errors: [{ message: 'no' }], data: null }],
  ['errors', { errors: [{ title: 'no' }], links: {} }],
  ['errors', { errors: [{ message: 'no' }], data: { encrypt: null } }],
  ['status', { status: 'error', message: 'no' }],
  ['status', { status: 'error', message: 'no', code: 7, data: null }],
  ['status', { status: 'fail', data: { title: 'A title is required' } }],
  ['status', { status: false, message: 'no' }],
  ['error', { error: 'no' }],
  ['error', { error: { code: 401 }, id: '7', meta: {} }],
  ['errors', { errors: { data: 'too long' }, data: null }],
  ['statusCode, error', { statusCode: 507, error: 'Insufficient Storage', message: 'no' }],
  ['statusCode', { statusCode: 500, message: 'no' }],
  ['code', { code: 500, msg: 'down', data: null }],
  ['code', { code: '503', message: 'down' }],
  ['errorMessage, errorType', { errorMessage: 'no space', errorType: 'Error', trace: ['at handler'] }],
  [
    'status, error',
    { timestamp: '2026-11-29T08:00:00Z', status: 503, error: 'Unavailable', path: '/api/v1/backup/create' },
  ],
  ['errcode, errmsg', { errcode: 40_001, errmsg: 'invalid credential' }],
  [
    'error, error_description',
    { error: 'invalid_token', error_description: 'no', error_uri: 'https://example.org' },
  ],
])('an error is stated in %s: %j', (members, body) => {
  expect(of(body)?.join(', ')).toBe(members);
});

it('is told by the type of a problem and its status', () => {
  const problem = { type: 'about:blank', status: 403, title: 'Forbidden', balance: '30 EUR' };
  expect(of(problem, 'application/problem+json')).toEqual(['status']);
  expect(of(problem)).toBeNull();
  expect(of({ ...problem, status: 200 }, 'application/problem+json')).toBeNull();
});

it.each<unknown>([
  { error: null, errors: [] },
  { error: false, message: 'All devices are in sync' },
  { error: 0, msg: 'saved' },
  { errorCode: 0, errorMessage: '' },
  { errcode: 0, errmsg: 'ok' },
  { errcode: 'E00000', errmsg: 'all connections are in sync' },
  { error: false, error_description: 'no error' },
  { code: 5001, message: 'saved' },
  { id: 'b-7', status: 'COMPLETED', errorCode: 'NO_ERROR' },
  { name: 'backup-7', active: 1, succeeded: 0, failed: 0 },
  { code: 200, msg: 'saved', data: null },
  { status: 'failed', devices: 3 },
  { status: 'error' },
  { status: 'fail', backup: 7 },
  { status: 'error', message: '1 of 3 connections is behind', connections: [{ id: 'c1' }] },
  { error: 'disk', devices: ['3'] },
  { error: { code: 0, message: 'OK' }, id: 7 },
  { error: { code: 'OK' } },
  { ok: true, error: 'cache is off', message: 'saved' },
  { error: 'none', message: 'All devices are in sync' },
  { error: 'disk', message: 'Device 3 is behind', lastSync: '2026-11-29T08:00:00Z' },
  { errors: [{ device: 1 }], data: { state: 'ok' } },
  { state: 'degraded', errors: ['connection 3 timed out'] },
  { status: 500, data: { id: 7 } },
  { StatusCode: 500, Data: { Id: 7 } },
  { jsonrpc: '2.0', id: 1, result: 'x' },
  ['error'],
  'unauthorized',
  null,
])('nothing says so: %j', (body) => {
  expect(of(body)).toBeNull();
});

it('is no error of sync if its state is false, or its errors are those of connections', () => {
  const ofSync = (body: unknown) => of(body, 'application/json', 200, 'sync');
  expect(ofSync({ ok: false, behind: 2, connections: ['c1'] })).toBeNull();
  expect(ofSync({ ok: false, message: 'database down', code: 7 })).toEqual(['ok']);
  expect(ofSync({ success: false })).toEqual(['success']);
  expect(of({ ok: false, behind: 2 })).toEqual(['ok']);
  expect(ofSync({ status: 'partial', errors: [{ connection: 'c3', code: 'TIMEOUT' }] })).toBeNull();
  expect(ofSync({ errors: [{ connection: 'c3', code: 'TIMEOUT', since: '2026-11-30' }] })).toBeNull();
  expect(ofSync({ status: 'degraded', error: 'connection 3 timed out' })).toBeNull();
  expect(ofSync({ ok: false, details: [{ connection: 'c1', behind: 3 }] })).toBeNull();
  expect(ofSync({ status: false, message: 'No' })).toBeNull();
  expect(ofSync({ status: 'error', error: 'timeout', message: 'no' })).toEqual(['status', 'error']);
  expect(ofSync({ status: 503, message: 'down' })).toEqual(['status']);
  expect(ofSync({ errors: [{ status: '503', title: 'down', source: { pointer: '/' } }] })).toEqual([
    'errors',
  ]);
  expect(ofSync({ status: 'fail', data: { behind: 2 } })).toBeNull();
});

it('objects in place of a status or a code are no error of ours', () => {
  const odd = { toString: 1 };
  expect(of({ status: odd })).toBeNull();
  expect(of({ error: { code: odd } })).toEqual(['error']);
  expect(of({ error: odd, errorMessage: 'no' })).toEqual(['error', 'errorMessage']);
});

it('a count, or the end of what is only accepted, denies nothing', () => {
  expect(of({ total: 3, successful: 0, failed: 0 })).toBeNull();
  expect(of({ id: 'b1', status: 'running', succeeded: false }, 'application/json', 202)).toBeNull();
  expect(of({ id: 'b1', succeeded: false })).toEqual(['succeeded']);
});

it('a count of successes denies nothing beside what is open, or no failure', () => {
  expect(of({ id: 'b1', total: 128, success: 0, failed: 0, pending: 128 })).toBeNull();
  expect(of({ success: 0, failed: 2, pending: 126 })).toBeNull();
  expect(of({ ok: 0, failures: 0 })).toBeNull();
  expect(of({ success: 0, failed: 128, pending: 0 })).toEqual(['success']);
  expect(of({ success: 0, total: 128 })).toEqual(['success']);
  expect(of({ success: false, failed: 0 })).toEqual(['success']);
});

it('an object that counts no errors states none', () => {
  expect(of({ id: 'b1', status: 'created', errors: { count: 0 } })).toBeNull();
  expect(of({ id: 'b1', errors: { total: 0, items: [], truncated: false } })).toBeNull();
  expect(of({ id: 'b1', errors: { count: 2 } })).toEqual(['errors']);
  expect(of({ id: 'b1', errors: { count: 0, message: 'down' } })).toEqual(['errors']);
  expect(of({ id: 'b1', error: { message: '' } })).toEqual(['error']);
  expect(of({ id: 'b1', errors: [0] })).toEqual(['errors']);
});

const down = { success: false, error: { code: 'KMS_TIMEOUT' }, request_id: 'r7' };

it.each<[Endpoint, unknown, string[] | null]>([
  ['encrypt', { response: down }, ['success', 'error']],
  ['encrypt', { encryption: down }, ['success', 'error']],
  ['encrypt', { Body: { EncryptResponse: { error: 'no' } } }, ['error']],
  ['encrypt', { data: { status: 'error' } }, null],
  ['encrypt', { data: { error: 0, ciphertext: 'x' } }, null],
  ['encrypt', { error: { code: 0, success: false } }, null],
  ['encrypt', { result: { ...down, ...Array.from({ length: 100 }, () => 7) } }, null],
  ['encrypt', { version: 'v1', response: { error: 'no' } }, null],
  ['encrypt', { took_ms: 3, ciphertext: null, error: { code: 'KMS_TIMEOUT' } }, ['error']],
  ['encrypt', { took_ms: 3, ciphertext: 'x', error: { code: 'KMS_TIMEOUT' } }, null],
  ['backup', { CreateBackupResponse: down }, ['success', 'error']],
  ['backup', { backup: { id: 'b1', status: 'failed', error: 'disk full' } }, ['error']],
  ['backup', { backup: { id: 'b1', status: 'failed' } }, null],
  ['backup', { data: { id: 'b1', status: 'failed' } }, null],
  ['sync', { result: down }, ['success', 'error']],
  ['sync', { data: { ok: false, behind: 2 } }, null],
  ['sync', { sync: { status: 'error', message: 'connection 3 timed out' } }, null],
  ['sync', { status: { ok: false } }, null],
  ['user', { data: down }, null],
  ['user', { user: { status: false, message: 'no' } }, null],
])('%s: in an envelope, %j', (endpoint, body, members) => {
  expect(of(body, 'application/json', 200, endpoint)).toEqual(members);
});

it('a 207 speaks of several resources', () => {
  expect(of({ success: false }, 'application/json', 207)).toBeNull();
  const [stored, full] = [{ status: 201 }, { status: 507, error: 'Insufficient Storage' }];
  expect(of({ responses: [stored, full] }, 'application/json', 207)).toBeNull();
  expect(of({ responses: [full, full] }, 'application/json', 207)).toEqual(['responses']);
  expect(of({ connections: [full] }, 'application/json', 207, 'sync')).toBeNull();
});
