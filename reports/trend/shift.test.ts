import { describe, expect, it } from 'vitest';
import { studentT } from '../../checks/statistics/distributions.ts';
import { normal, seededRandom } from './random.ts';
import { pooledShare, shareDifference, timeRatio } from './shift.ts';

it.each([
  [0.01, 10, 3.1693],
  [0.01, 1, 63.6567],
  [0.05, 30, 2.0423],
  [0.01, 1e6, 2.5758],
])('t at %d with %d degrees of freedom is %d', (alpha, degrees, t) => {
  expect(studentT(alpha, degrees)).toBeCloseTo(t, 3);
});

function cover(
  trials: number,
  truth: number,
  interval: () => { lower: number | null; upper: number | null },
): number {
  const hits = Array.from({ length: trials }, interval).filter(
    ({ lower, upper }) => lower !== null && upper !== null && lower <= truth && truth <= upper,
  );
  return hits.length / trials;
}

describe('the ratio of times', () => {
  const times = (runs: number, level: number, random: () => number) =>
    Array.from({ length: runs }, () => level * Math.exp(0.05 * normal(random)));

  it('is the median over all pairs', () => {
    expect(timeRatio([1, 2, 4], [2, 4, 8]).value).toBeCloseTo(2, 12);
  });

  it('has an interval that holds the truth 99 times in a hundred', () => {
    const random = seededRandom(6);
    const share = cover(600, 1.2, () => timeRatio(times(12, 2, random), times(7, 2.4, random)));
    expect(share).toBeGreaterThanOrEqual(0.975);
    expect(share).toBeLessThan(1);
  });

  it('has none where the runs are too few for one', () => {
    expect(timeRatio([1, 2, 3], [4, 5, 6])).toMatchObject({ lower: null, upper: null });
  });
});

describe('the difference of shares', () => {
  const calls = 3000;
  const counts = (runs: number, share: number, random: () => number) =>
    Array.from({ length: runs }, () => ({
      calls,
      slow: Math.max(0, Math.round(calls * share * (1 + 0.3 * normal(random)))),
    }));

  it('is that of all calls together', () => {
    const before = [
      { calls: 100, slow: 1 },
      { calls: 300, slow: 1 },
    ];
    const after = [
      { calls: 100, slow: 4 },
      { calls: 100, slow: 2 },
    ];
    expect(shareDifference(before, after).value).toBeCloseTo(-0.025, 12);
    expect(pooledShare(before)).toBe(0.995);
  });

  it('has an interval that allows for the noise between runs', () => {
    const random = seededRandom(9);
    const share = cover(600, -0.01, () => shareDifference(counts(12, 0.01, random), counts(8, 0.02, random)));
    expect(share).toBeGreaterThanOrEqual(0.975);
  });

  it('is not surer than so many calls can be, although all runs agree', () => {
    const { lower, upper } = shareDifference(
      Array(4).fill({ calls, slow: 30 }),
      Array(4).fill({ calls, slow: 30 }),
    );
    expect(lower).toBeLessThan(-0.004);
    expect(upper).toBeGreaterThan(0.004);
  });

  it('of runs without a slow call is nothing', () => {
    const none = Array(4).fill({ calls, slow: 0 });
    expect(shareDifference(none, none)).toEqual({ value: 0, lower: 0, upper: 0 });
  });
});
