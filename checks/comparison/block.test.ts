import { expect, it } from 'vitest';
import { blockOf } from './block.ts';

it('has the median and p90 of its durations, in whatever order they came', () => {
  expect(blockOf([5, 1, 3, 2, 4])).toEqual({ answered: 5, p50Ms: 3, p90Ms: 4.6 });
  expect(blockOf([2, 1])).toMatchObject({ p50Ms: 1.5 });
  expect(blockOf([7])).toEqual({ answered: 1, p50Ms: 7, p90Ms: 7 });
});

it('leaves out what a clock that was set made of a duration', () => {
  expect(blockOf([-3, 0, 4])).toMatchObject({ answered: 1, p50Ms: 4 });
  expect(blockOf([-3])).toBeNull();
  expect(blockOf([])).toBeNull();
});
