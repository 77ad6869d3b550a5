import { describe, expect, test } from 'vitest';
import { variants } from '../../service/variants/index.ts';
import { sampleOf, spread } from './sample.ts';

describe('sample', () => {
  const sample = sampleOf(variants, 30);
  const faults = sample.filter(({ kind }) => kind === 'fault');

  test('has as many faults as asked for, and two oddities to three of them', () => {
    expect([faults.length, sample.filter(({ kind }) => kind === 'oddity').length]).toEqual([30, 20]);
    expect(new Set(sample).size).toBe(50);
  });

  test('has faults that always show and faults that come and go, and none of response time or of the error budget', () => {
    expect(new Set(faults.map(({ isIntermittent }) => isIntermittent))).toEqual(new Set([true, false]));
    expect(faults.filter(({ caughtBy = '' }) => /-latency$|^error-budget$/.test(caughtBy))).toEqual([]);
  });

  test('does not depend on the order of the catalogue', () => {
    expect(sampleOf([...variants].reverse(), 30)).toEqual(sample);
  });

  test('takes each key once before any is taken twice', () => {
    const items = [...'aaaaabbbc'].map((key, index) => ({ name: `${key}${index}`, key }));
    const keys = spread(items, 5, ({ key }) => [key]).map(({ key }) => key);
    expect(keys.slice(0, 3).sort()).toEqual(['a', 'b', 'c']);
    expect(keys.slice(3).sort()).toEqual(['a', 'b']);
  });
});
