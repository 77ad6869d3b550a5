import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { CallResult } from '../exchange.ts';
import { answerWith } from '../exchange-fixture.ts';
import { parseJsonText } from '../json-text/json-text.ts';
import { callEnd, errorReported } from './calls.ts';
import { learn, newProfile } from './control-profile.ts';
import { reportsError } from './reported-error.ts';

const said = (body: unknown, endpoint: Endpoint = 'sync') =>
  reportsError(parseJsonText(JSON.stringify(body)), endpoint);

describe('a body that reports an error', () => {
  it.each([
    [{ error: 'database is down' }],
    [{ error: { code: 'INTERNAL', message: 'database is down' } }],
    [{ success: false, error: { code: 'KMS_UNAVAILABLE' } }],
    [{ success: false, message: 'Key not found' }],
    [{ code: 401, msg: 'authentication failed', data: null }],
    [{ code: '500', msg: 'key service', data: {} }],
    [{ status: 'error', message: 'no such key' }],
    [{ status: 'fail', data: null }],
    [{ data: null, errors: [{ message: 'boom', path: ['encrypt'] }] }],
    [{ data: { encrypt: null }, errors: [{ message: 'boom', path: ['encrypt'] }] }],
    [{ result: { error: 'kms down' } }],
    [{ response: { body: { code: 503, message: 'try later' } } }],
    [{ ciphertext: null, nonce: null, error: 'kms down' }],
    [{ ciphertext: '', ok: false }],
    [{ errorMessage: 'Task timed out', errorType: 'Error', stackTrace: ['at …'] }],
    [
      {
        timestamp: '2026-11-22T10:00:00Z',
        status: 500,
        error: 'Internal Server Error',
        path: '/api/v1/encrypt',
      },
    ],
    [{ type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'Token expired' }],
    [{ message: 'Internal server error' }],
    [{ message: 'Unauthorized', requestId: 'b7' }],
    [{ message: 'Unauthenticated.' }],
    [{ message: 'Missing Authentication Token' }],
    [{ detail: 'Not authenticated' }],
    [{ detail: 'Not Found' }],
    [{ detail: 'Method Not Allowed' }],
    [{ message: 'The route api/v1/encrypt could not be found.' }],
    [{ message: 'This action is unauthorized.' }],
    ['ERROR: key service unavailable'],
    ['Internal Server Error'],
    [{ detail: 'Authentication credentials were not provided.' }],
    [{ title: 'An error occurred while processing your request.', status: 500, traceId: '00-1' }],
    [{ code: 1001, msg: 'not logged in', data: null }],
    [{ code: 14, message: 'connection refused', details: [] }],
    [{ jsonrpc: '2.0', error: { code: -32000, message: 'Unauthorized' }, id: null }],
    [{ httpCode: '401', httpMessage: 'Unauthorized', moreInformation: 'The key is unknown' }],
    [{ isSuccess: 'false', errorMessage: 'no key' }],
    [{ hasError: true, message: 'no key' }],
    [{ authenticated: false, error: 'token required' }],
    [{ error: 'unauthorized', hint: 'send a token' }],
    [{ error: { toString: 1 } }],
    [{ error: Array.from({ length: 1000 }, () => 'no key') }],
    [{ error: true, message: 'no key' }],
    [{ error: 1, msg: 'no key' }],
    [{ error: '1', data: '' }],
    [{ success: 0, message: 'database down' }],
    [{ success: '0', data: [] }],
    [{ ok: 0, error: false }],
    [{ success: false, error: 'none' }],
    [{ has_error: 1, message: 'no key' }],
    [{ error: false, code: 500, message: 'no key' }],
    [{ status: false, message: 'Unable to read' }],
    [{ status: 'false', msg: 'Unable to read', data: null }],
    [{ result: false, message: 'Unable to read' }],
    [{ status: 'fail', data: { data: 'A text is required' } }],
    [{ status: 'KO', message: 'no key' }],
    [{ status: 'UNAUTHORIZED', message: 'Sign in', timestamp: '2026-11-22T10:00:00Z' }],
    [{ status: { code: 401, message: 'Sign in' }, data: null }],
    [{ code: -1, msg: 'database down', data: null }],
    [{ code: '-1', msg: 'database down' }],
    [{ errno: 5, errmsg: 'database down' }],
    [{ code: 0, msg: 'Invalid token', data: '' }],
    [{ code: 'KMS_UNAVAILABLE', message: 'Try later' }],
    [{ return_code: 'FAIL', return_msg: 'no key' }],
    [{ jsonrpc: '2.0', error: { code: -32000, message: 'Unauthorized' }, id: 1 }],
    [{ result: null, error: { code: 1 }, id: 7 }],
    [{ errors: [{ status: '500', title: 'no key' }], jsonapi: { version: '1.1' }, meta: { took: 1 } }],
    [{ message: 'no key', exception: 'RuntimeException', file: '/app/Kms.php', line: 12, trace: [] }],
    [{ status: 500, error: 'Internal Server Error', exception: '#<KeyError>', traces: { app: [{ id: 0 }] } }],
    [{ statusCode: 500, headers: { a: 'b' }, body: '{"id":1}', isBase64Encoded: false }],
  ])('%j', (body) => {
    expect(said(body)).toBe(true);
  });

  it.each([
    [{ ciphertext: 'QQ==', error: null }],
    [{ data: { encrypt: { ciphertext: 'QQ==' } }, errors: [{ message: 'deprecated' }] }],
    [{ result: { ciphertext: 'QQ==', error: 'key will expire' } }],
    [{ sync: { state: 'failed' } }],
    [{ data: {} }],
    [{ ciphertext: 'QQ==', error: 'key will expire' }],
    [{ error: null, errors: [] }],
    [{ error: 'none' }],
    [{ errcode: 0, errmsg: 'ok', result: { ciphertext: 'QQ==' } }],
    [{ code: 0, msg: 'ok', data: { ciphertext: 'QQ==' } }],
    [{ code: 200, message: 'Backup created' }],
    [{ success: true, message: 'Backup created' }],
    [{ message: 'Backup created' }],
    [{ message: 'Backup created. Expired backups were removed.' }],
    [{ id: 'bak_1', message: 'Backup created; 0 files failed' }],
    [{ error_code: 0, error_message: 'Success.' }],
    [{ code: 0, errmsg: 'success.' }],
    [{ id: 'bak_1', error: { code: 0, message: 'ok' } }],
    [{ status: 'failed' }],
    [{ state: 'error' }],
    [{ errors: 3 }],
    [{ status: 'degraded', errors: ['one device is offline'] }],
    [{ state: 'failed', connections: [{ id: 'c1', error: 'offline' }] }],
    [{ in_sync: false, error: 'one device is offline' }],
    [{ synced: false }],
    [{ id: 'bak_1', size: 500 }],
    [{ error: false, message: 'All devices are in sync' }],
    [{ error: 0, msg: 'saved' }],
    [{ error: '0', msg: 'saved' }],
    [{ error: 'false' }],
    [{ error: false, data: {} }],
    [{ error: false, errors: [] }],
    [{ err: false, fault: 0, exception: null }],
    [{ errors: false, message: 'All devices are in sync' }],
    [{ errors: '0' }],
    [{ errors: '3' }],
    [{ hasError: false, data: null }],
    [{ data: { error: false, message: 'All devices are in sync' } }],
    [{ error: false, data: { ciphertext: 'QQ==' } }],
    [{ success: 1, error: 0, message: 'saved' }],
    [{ success: '1', message: 'Invalid copies were removed' }],
    [{ success: 0, failed: 3 }],
    [{ ok: true }],
    [{ status: false }],
    [{ status: 0, msg: 'saved' }],
    [{ status: 1, message: 'saved', data: '' }],
    [{ status: true, message: 'saved' }],
    [{ status: 'success', data: null }],
    [{ state: false, message: 'Two devices differ' }],
    [{ code: 1, msg: 'saved', data: '' }],
    [{ code: '1', msg: 'saved', time: '1700000000', data: null }],
    [{ code: 'IN_SYNC', message: 'All devices agree' }],
    [{ code: 'TRANSFERRED', message: 'Two copies' }],
    [{ code: 'NO_ERROR', message: 'All devices agree' }],
    [{ code: 0, message: '', details: [] }],
    [{ jsonrpc: '2.0', result: { synced: true }, error: null, id: 1 }],
    [{ id: 1, result: { synced: false }, error: 'one device is offline' }],
    [{ statusCode: 200, body: '{}' }],
    [{ status: 'degraded', data: { offline: 1 }, error: false }],
    [{}],
    [[]],
    ['error'],
    [null],
    [{ message: 'Not found any conflicts' }],
    ['errorQ2lwaGVydGV4dA=='],
    ['Error0-QQ'],
  ])('is not %j', (body) => {
    expect(said(body)).toBe(false);
  });
});

describe('a bare state', () => {
  const states = [
    { status: 'error' },
    { state: 'failed' },
    { id: '3f0c', status: 'failed' },
    { backup: { backupId: 'b7', state: 'error' } },
    { status: false },
  ];

  it.each(states)('%j is content of sync, and a failure of any other call', (body) => {
    expect([said(body), said(body, 'encrypt'), said(body, 'backup')]).toEqual([false, true, true]);
  });

  it.each([{ id: '3f0c', status: 'done' }, { status: 'failed', ciphertext: 'QQ==' }, { id: '3f0c' }])(
    '%j of encrypt is no failure',
    (body) => {
      expect(said(body, 'encrypt')).toBe(false);
    },
  );
});

describe('a valid call that is answered so with 200', () => {
  const ended = (contract: Contract, endpoint: Endpoint = 'sync', control = newProfile()) =>
    callEnd(answerWith({ endpoint, body: { error: 'down' } }, control), contract);

  it('has not succeeded, whatever came before', () => {
    expect(ended({ version: 1 })).toMatchObject({ result: 'refused', outcome: errorReported });
  });

  it('is a user answer whose stated shape is broken, once encrypt has succeeded', () => {
    const control = newProfile();
    expect(ended({ version: 1 }, 'user', control)).toMatchObject({ outcome: errorReported });
    expect(answerWith({ body: { error: 'down' } }, control).subjects).toEqual([]);
    learn(answerWith({ endpoint: 'encrypt', body: { ciphertext: 'QQ==' } }, control));
    expect(ended({ version: 1 }, 'user', control)).toMatchObject({ result: 'succeeded' });
    expect(answerWith({ body: { error: 'down' } }, control).subjects).toEqual(['user-answer']);
  });

  const anything = { type: 'object' };
  const told = { properties: { error: { const: 'down' } } };
  it.each<[Endpoint, object, CallResult]>([
    ['sync', anything, 'succeeded'],
    ['encrypt', anything, 'refused'],
    ['backup', anything, 'refused'],
    ['encrypt', told, 'succeeded'],
  ])('is what the contract says: of %s with the schema %j', (endpoint, schema, result) => {
    const contract: Contract = { version: 1, answers: { [endpoint]: { schema } } };
    expect(ended(contract, endpoint).result).toBe(result);
  });
});
