import { expect, it } from 'vitest';
import { certainFail } from './early-stop.ts';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, standard, waits } from './latency-fixture.ts';

const looking = { ...standard, looks: 5 };
const soFar = (slowEvery: number, durationMs = 12_000) =>
  measured(waits(1200, 2, 60, slowEvery), { durationMs });

it('stops for a service that is plainly slow', () => {
  expect(certainFail(soFar(20), quiet, looking)).toBe(true);
  expect(judgeLatency(soFar(20), quiet, looking).verdict).toBe('fail');
});

it('goes on where the end may still differ', () => {
  expect(certainFail(soFar(45), quiet, looking)).toBe(false);
  expect(certainFail(soFar(20, 9000), quiet, looking)).toBe(false);
});

it('pays for each look with certainty', () => {
  const between = measured(waits(1200, 2, 60, 30), { durationMs: 12_000 });
  expect(certainFail(between, quiet, { ...standard, looks: 1 })).toBe(true);
  expect(certainFail(between, quiet, { ...standard, looks: 10_000 })).toBe(false);
});

it('takes one burst as one where slices are too few to tell', () => {
  const burst = waits(1200, 2, 60, 30);
  const merged = measured(burst, { durationMs: 12_000, slices: [{ n: 1200, slow: 40, failed: 0 }] });
  expect(certainFail(merged, quiet, looking)).toBe(false);
});

it('never stops by a void run or by the mean', () => {
  const stepped = { ...quiet, clock: { wallMinusMonotonicDriftMs: 30, negativeTimings: 0 } };
  expect(certainFail(soFar(20), stepped, looking)).toBe(false);
  expect(certainFail(soFar(20), quiet, { ...looking, reading: 'mean' })).toBe(false);
});
