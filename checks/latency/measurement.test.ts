import { expect, it } from 'vitest';
import { measured } from './latency-fixture.ts';
import { controlErrorMs, overGridMs } from './measurement.ts';

it('has a count for every guard band', () => {
  expect(overGridMs).toEqual([...overGridMs].sort((a, b) => a - b));
  expect(measured([1]).overLimit).toHaveLength(overGridMs.length);
});

it('counts what the control endpoint waited for a processor where the service shares the machine', () => {
  expect(controlErrorMs(120, 119, false)).toBe(1);
  expect(controlErrorMs(120, 119, true)).toBeCloseTo(99.8);
  expect(controlErrorMs(20.5, 19.9, true)).toBeCloseTo(0.6);
});
