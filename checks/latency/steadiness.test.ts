import { expect, it } from 'vitest';
import { hasSettled, type WarmUpStretch } from './steadiness.ts';

const stretch = (ms: number, n = 100, hits = 0): WarmUpStretch => ({
  durationsMs: Array.from({ length: n - hits }, (_, index) => ms * (1 + (index % 7) / 100)),
  n,
  hits,
});

it.each([
  ['equal stretches', stretch(10), stretch(10), true],
  ['a little noise', stretch(10.3), stretch(10), true],
  ['a fast service, a tenth of a millisecond', stretch(0.5), stretch(0.3), true],
  ['growing faster', stretch(14), stretch(10), false],
  ['growing slower', stretch(10), stretch(14), true],
  ['ever fewer slow calls', stretch(10, 100, 60), stretch(10, 100, 20), false],
  ['as many slow calls', stretch(10, 100, 60), stretch(10, 100, 58), true],
  ['nothing answered, as before', stretch(10, 100, 100), stretch(10, 100, 100), true],
  ['an endpoint that is not asked', stretch(10, 0), stretch(10, 0), true],
])('%s', (_name, before, after, settled) => {
  expect(hasSettled(before, after)).toBe(settled);
});

it('looks at the tail besides the median', () => {
  const half = Array.from({ length: 50 }, () => 5);
  const before = {
    durationsMs: [...half, ...half.map(() => 15)].toSorted((a, b) => a - b),
    n: 100,
    hits: 0,
  };
  expect(hasSettled(before, { ...before, durationsMs: [...half, ...half.map(() => 6)] })).toBe(false);
});
