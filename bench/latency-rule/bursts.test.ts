import { expect, it } from 'vitest';
import { sumOf } from '../../checks/statistics/samples.ts';
import { geometric, seededRandom } from '../random.ts';
import { simulateWindow } from './bursts.ts';

const calls = 2_000_000;

it.each([null, 1, 3, 20])('bursts of mean %s have the share that was asked for', (meanBurst) => {
  const { slices } = simulateWindow(seededRandom(5), calls, 0.02, meanBurst);
  expect(sumOf(slices, ({ slow }) => slow) / calls).toBeCloseTo(0.02, 2);
  expect(sumOf(slices, ({ n }) => n)).toBe(calls);
});

it.each([1, 3, 20])('lengths have the mean %s', (mean) => {
  const random = seededRandom(7);
  const lengths = Array.from({ length: 100_000 }, () => geometric(random, mean));
  expect(sumOf(lengths, (length) => length) / lengths.length / mean).toBeCloseTo(1, 1);
});

it('gives the same windows for the same seed', () => {
  const windowOf = (seed: number) => simulateWindow(seededRandom(seed), 5400, 0.01, 3);
  expect(windowOf(1)).toEqual(windowOf(1));
  expect(windowOf(1)).not.toEqual(windowOf(2));
});
