import { expect, it } from 'vitest';
import { quantile } from './quantile.ts';

it('takes the nearest rank', () => {
  const values = [9, 1, 8, 2, 7, 3, 6, 4, 5, 10];
  expect([0, 0.1, 0.11, 0.5, 0.95, 1].map((share) => quantile(values, share))).toEqual([1, 1, 2, 5, 10, 10]);
  expect(values[0]).toBe(9);
});

it('has none of no values', () => {
  expect(quantile([], 0.5)).toBeNaN();
});
