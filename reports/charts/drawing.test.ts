import { expect, test } from 'vitest';
import { linearScale, logScale, logTicks, roundTicks } from './drawing.ts';

test('a linear scale maps its ends to the ends', () => {
  const x = linearScale(0, 20, 100, 200);
  expect([x(0), x(5), x(20)]).toEqual([100, 125, 200]);
});

test('a logarithmic scale gives equal ratios equal lengths', () => {
  const y = logScale(1, 100, 0, 10);
  expect([y(1), y(10), y(100), y(0)]).toEqual([0, 5, 10, 0]);
});

test.each([
  [0, 3, [0, 1]],
  [1, 3, [0, 0.5, 1]],
  [20, 4, [0, 5, 10, 15, 20]],
  [1226, 3, [0, 500, 1000, 1500]],
  [0.3, 3, [0, 0.1, 0.2, 0.3]],
])('round ticks up to %d in about %d steps', (highest, wanted, ticks) => {
  expect(roundTicks(highest, wanted)).toEqual(ticks);
});

test.each([
  [15, 300, [10, 20, 50, 100, 200, 500, 1000]],
  [1, 50_000, [1, 10, 100, 1000, 10_000, 100_000]],
])('logarithmic ticks around %d to %d', (lowest, highest, ticks) => {
  expect(logTicks(lowest, highest)).toEqual(ticks);
});
