import { expect, it } from 'vitest';
import { keysRead, loadMetrics, type Metric } from '../checks/load-metrics.ts';
import { countIn, countOf, keyOf } from './read-metrics.ts';

it('reads what is declared, and throws at what no run reports', () => {
  const metrics = { 'calls{endpoint:user,result:failed}': { count: 3 } };
  expect(countOf(metrics, 'calls', { endpoint: 'user', result: 'failed' })).toBe(3);
  expect(countOf(metrics, 'calls', { result: 'failed', endpoint: 'user' })).toBe(3);
  expect(countOf(metrics, 'calls', { endpoint: 'sync', result: 'failed' })).toBe(0);
  expect(() => countOf(metrics, 'calls', { endpoint: 'user' })).toThrow('calls by endpoint');
  // @ts-expect-error: no such tag
  expect(() => countOf(metrics, 'calls', { endpoint: 'user', slice: '0' })).toThrow('endpoint, slice');
  // @ts-expect-error: no such metric
  expect(() => countOf(metrics, 'call')).toThrow();
});

it('adds up what the companion counted in slices', () => {
  const metrics = {
    'outcomes{endpoint:user,outcome:HTTP 500,slice:0}': { count: 3 },
    'outcomes{endpoint:user,outcome:HTTP 500,slice:2}': { count: 4 },
  };
  const tags = { endpoint: 'user', outcome: 'HTTP 500' };
  expect(countIn(metrics, [0, 1, 2])('outcomes', tags)).toBe(7);
});

const scope = { checkIds: ['a', 'b'], subjects: ['s'], blocks: 2 };

it('gives every metric the key under which k6 reports it', () => {
  const keys = keysRead(scope);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toContain('judged_otherwise{check:b,outcome:undecided}');
  expect(keys).toContain(keyOf('slow', { endpoint: 'user', why: 'set-up', slice: '59' }));
});

it('knows values of every tag by which a metric is read', () => {
  const keys = keysRead(scope);
  for (const [name, { tags: own = [], by = [own] }] of Object.entries<Metric>(loadMetrics))
    for (const tags of by.filter(({ length }) => length > 0)) {
      const pattern = `^${name}\\{${tags.map((tag) => `${tag}:[^,]+`).join(',')}\\}$`;
      expect(
        keys.filter((key) => new RegExp(pattern).test(key)),
        pattern,
      ).not.toEqual([]);
    }
});

it('asks for no metric of a comparison where there is none', () => {
  expect(keysRead({ ...scope, blocks: 0 }).filter((key) => key.startsWith('compare'))).toEqual([]);
});
