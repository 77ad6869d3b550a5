import { expect, it } from 'vitest';
import { keysOf, metricsRead } from '../checks/load-metrics.ts';
import { countOf, keyOf } from './read-metrics.ts';

it('reads what is declared, and throws at what no run reports', () => {
  const metrics = { 'calls{endpoint:user,result:failed}': { count: 3 } };
  expect(countOf(metrics, 'calls', { endpoint: 'user', result: 'failed' })).toBe(3);
  expect(countOf(metrics, 'calls', { endpoint: 'sync', result: 'failed' })).toBe(0);
  expect(() => countOf(metrics, 'calls', { endpoint: 'user' })).toThrow('calls by endpoint');
  expect(() => countOf(metrics, 'call', { endpoint: 'user', result: 'failed' })).toThrow('call by');
  expect(() => countOf(metrics, 'failed')).toThrow('failed');
});

it('gives every metric the key under which k6 reports it', () => {
  const read = metricsRead({ checkIds: ['a', 'b'], subjects: ['s'], changes: true, blocks: 2 });
  const keys = read.flatMap(keysOf);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toContain('judged_otherwise{check:b,outcome:undecided}');
  expect(keys).toContain(keyOf('slow', { endpoint: 'user', slice: '59', why: 'set-up' }));
});
