import { describe, expect, it } from 'vitest';
import type { Contract } from '../schemas/contract.ts';
import { callEnd, errorReported } from './call-end.ts';
import { exchangeWith } from './exchange-fixture.ts';
import { parseJsonText } from './json-text/json-text.ts';
import { reportsError } from './reported-error.ts';

const said = (body: unknown) => reportsError(parseJsonText(JSON.stringify(body)));

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
    [{}],
    [[]],
    ['error'],
    [null],
  ])('is not %j', (body) => {
    expect(said(body)).toBe(false);
  });
});

describe('a valid call that is answered so with 200', () => {
  const ended = (contract: Contract, endpoint: 'sync' | 'user' = 'sync') => {
    const exchange = exchangeWith({ endpoint, body: { error: 'down' } });
    return callEnd(exchange, parseJsonText(exchange.response.body), {}, contract);
  };

  it('has not succeeded, whatever came before', () => {
    expect(ended({ version: 1 })).toMatchObject({ result: 'refused', outcome: errorReported });
  });

  it('is an answer of user whose stated shape is broken', () => {
    expect(ended({ version: 1 }, 'user')).toMatchObject({ result: 'succeeded' });
  });

  it('is what the contract says, where it declares a schema', () => {
    const contract: Contract = { version: 1, answers: { sync: { schema: true } } };
    expect(ended(contract)).toMatchObject({ result: 'succeeded', outcome: 'HTTP 200' });
  });
});
