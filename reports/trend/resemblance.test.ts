import { expect, it } from 'vitest';
import { resemblingNormals, seededRandom } from './random.ts';
import { resemblance } from './resemblance.ts';

const series = (correlation: number, runs = 60) => {
  const random = seededRandom(2);
  return Array.from({ length: 12 }, () => resemblingNormals(runs, correlation, random));
};

it.each([0, 0.3, 0.6])('finds a correlation of %d between neighbours', (correlation) => {
  expect(Math.abs(resemblance(series(correlation)) - correlation)).toBeLessThanOrEqual(0.11);
});

it('is hardly moved by changes of level', () => {
  const stepped = series(0).map((values) =>
    values.map((value, run) => value + (run >= 20 && run < 40 ? 20 : 0)),
  );
  expect(resemblance(stepped)).toBeLessThanOrEqual(0.2);
});

it('is none where nothing varies, or nothing is', () => {
  expect(resemblance([Array(20).fill(1), [], [1, null, 2]])).toBe(0);
});
