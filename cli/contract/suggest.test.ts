import { describe, expect, test } from 'vitest';
import { passingReport } from '../../reports/fixtures/passing.ts';
import type { Observation } from '../../reports/report.ts';
import { type Endpoint, endpointTitle } from '../../schemas/endpoints.ts';
import { load } from './contract-fixture.ts';
import { suggestContract } from './suggest.ts';

function seen(id: string, endpoint: Endpoint, values: Record<string, number>, more = 0): Observation {
  const counted = Object.entries(values).map(([value, count]) => ({ value, count }));
  return { id, clause: '7.errors', title: id, endpoint: endpointTitle(endpoint), values: counted, more };
}

function suggest(...observations: Observation[]): string {
  return suggestContract(passingReport({ observations, endpoints: [] }));
}

/** What is proposed, once the operator has taken the # away. */
async function declared(text: string): Promise<unknown> {
  const lines = text.split('\n').map((line) => (/^#(?! \S)./.test(line) ? line.slice(1) : line));
  const { version, ...rest } = (await load(lines.join('\n'))).contract;
  expect(version).toBe(1);
  return rest;
}

describe('a contract is suggested from a report', () => {
  test('with statuses and bodies', async () => {
    const text = suggest(
      seen('status-codes', 'user', { 'HTTP 200': 300 }),
      seen('status-codes', 'backup', { 'HTTP 201': 2, 'HTTP 202': 1, 'HTTP 503': 1 }),
      seen('body-shapes', 'encrypt', { 'an object with ciphertext, iv': 500 }),
      seen('refusal-status-codes', 'encrypt', { 'HTTP 401': 96, 'HTTP 403': 4, 'HTTP 502': 1 }),
    );
    expect(text).toContain('#    statuses: [201, 202] # 201: 2 times, 202: once\n');
    expect(text).toContain('# 500 of 500 bodies');
    expect(await declared(text)).toEqual({
      answers: {
        user: { statuses: [200] },
        encrypt: { schema: { type: 'object', required: ['ciphertext', 'iv'] } },
        backup: { statuses: [201, 202] },
      },
      refusal: { statuses: [401, 403] },
    });
  });

  test('with values of user.status', async () => {
    const text = suggest(seen('user-status-values', 'user', { '"verified"': 290, '"on hold"': 10 }));
    expect(text).toContain('# verified: 290 times, on hold: 10 times\n');
    expect(await declared(text)).toEqual({ user: { statuses: ['verified', 'on hold'] } });
  });

  test('with endpoints that worked without a token, and those that did not', async () => {
    const text = suggest(
      seen('without-token', 'user', { 'refused: HTTP 401': 3 }),
      seen('without-token', 'sync', { succeeded: 3 }),
      seen('without-token', 'backup', { succeeded: 1, 'refused: HTTP 401': 1 }),
    );
    expect(text).toContain('#  notRequired: [sync] # sync: succeeded 3 times\n');
    expect(await declared(text)).toEqual({ token: { required: ['user'], notRequired: ['sync'] } });
  });

  test('a failure without a token is no need of one', async () => {
    expect(await declared(suggest(seen('without-token', 'user', { 'refused: HTTP 404': 3 })))).toEqual({});
  });

  test('with the percentile that every endpoint reached', async () => {
    const endpoints = passingReport().endpoints;
    const least = Math.min(
      ...endpoints.map(
        (endpoint) => endpoint.latency?.certifiedShare ?? endpoint.share_under_limit_interval?.lower ?? 0,
      ),
    );
    const text = suggestContract(passingReport({ observations: [] }));
    const { latency } = (await declared(text)) as { latency: { percentile: number } };
    expect(latency.percentile).toBeLessThanOrEqual(least * 100);
    expect(latency.percentile).toBeGreaterThanOrEqual(50);
    expect(text).toContain('under 20 ms: user ');
  });

  test('not with what the report shows only in part, or what is not the same in all answers', async () => {
    const text = suggest(
      seen('user-status-values', 'user', { '"a"': 1 }, 7),
      seen('user-status-values', 'user', { '"a\\"b"': 1 }),
      seen('body-shapes', 'sync', { 'an object with a': 2, 'an array': 1 }),
      seen('body-shapes', 'backup', { [`an object with ${'a'.repeat(100)}`]: 2 }),
      seen('status-codes', 'sync', { 'HTTP 500': 2, timeout: 1 }),
    );
    expect(await declared(text)).toEqual({});
    expect(text).toContain('nothing that could be declared');
  });

  test('what the service said cannot leave its comment', async () => {
    const text = suggest(
      seen('without-token', 'user', { 'refused\nrate: 5 HTTP 401': 3 }),
      seen('user-status-values', 'user', { '"a\nrate: 5"': 1 }),
    );
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual(['version: 1']);
    await declared(text);
  });
});
