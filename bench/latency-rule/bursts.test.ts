import { expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { simulateWindow } from './bursts.ts';

const calls = 2_000_000;

it.each([null, 1, 3, 20])(
  'bursts of mean %s have that mean, and the share that was asked for',
  (meanBurst) => {
    const { slow, slices, squares } = simulateWindow(seededRandom(5), calls, 0.02, meanBurst);
    expect(slow / calls).toBeCloseTo(0.02, 2);
    expect(slices.reduce((sum, slice) => sum + slice.slow, 0)).toBe(slow);
    expect(slices.reduce((sum, slice) => sum + slice.n, 0)).toBe(calls);
    const mean = meanBurst ?? 1 / 0.98;
    expect(squares / slow / (2 * mean - 1)).toBeGreaterThan(0.93);
    expect(squares / slow / (2 * mean - 1)).toBeLessThan(1.07);
  },
);

it('gives the same windows for the same seed', () => {
  const windowOf = (seed: number) => simulateWindow(seededRandom(seed), 5400, 0.01, 3);
  expect(windowOf(1)).toEqual(windowOf(1));
  expect(windowOf(1)).not.toEqual(windowOf(2));
});
