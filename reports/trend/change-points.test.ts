import { describe, expect, it } from 'vitest';
import { alpha, findChanges, runsNeeded } from './change-points.ts';
import { normal, resemblingNormals, seededRandom } from './random.ts';
import { midRanks, type Series } from './ranks.ts';

function noise(runs: number, random: () => number): number[] {
  return Array.from({ length: runs }, () => normal(random));
}

/** Sixteen series that share a part of their noise, as the figures of a run do. */
function page(runs: number, random: () => number): number[][] {
  const common = noise(runs, random);
  return Array.from({ length: 16 }, () => common.map((value) => 0.6 * value + 0.8 * normal(random)));
}

const raised = (values: readonly number[], from: number, by: number): Series =>
  values.map((value, run) => (run >= from ? value + by : value));

function alarmsOf(pages: number, series: () => readonly Series[]): number {
  return Array.from({ length: pages }, series).filter((one) => findChanges(one).changePoints.length > 0)
    .length;
}

describe('on series that do not change', () => {
  it.each<[string, (value: number) => number]>([
    ['normal noise', (value) => value],
    ['noise with a heavy tail', (value) => Math.exp(2 * value)],
    ['noise with many ties', (value) => Math.max(0, Math.round(value))],
  ])('a page shows a change at most once in a hundred times: %s', (_, shape) => {
    const random = seededRandom(5);
    const alarms = alarmsOf(150, () => page(24, random).map((series) => series.map(shape)));
    // Were it once in a hundred, more than 6 of 150 would be seen once in a thousand times.
    expect(alarms).toBeLessThanOrEqual(6);
    expect(alpha).toBe(0.01);
  });

  it('it does so not much more often where neighbouring runs resemble each other', () => {
    const random = seededRandom(6);
    const resembling = () => Array.from({ length: 16 }, () => resemblingNormals(24, 0.5, random));
    // Held against random orders of the runs, a third of such pages would.
    expect(alarmsOf(100, resembling)).toBeLessThanOrEqual(10);
  });
});

describe('on a series that changes', () => {
  it.each([
    [60, 30, 2],
    [60, 54, 9],
    [40, 34, 9],
    [18, 9, 9],
  ])('of %d runs, from run %d on by %d deviations, it says where', (runs, from, by) => {
    const [first = [], ...others] = page(runs, seededRandom(12));
    const { changePoints } = findChanges([raised(first, from, by), ...others]);
    expect(changePoints).toHaveLength(1);
    expect(changePoints[0]?.series).toBe(0);
    expect(Math.abs((changePoints[0]?.run ?? 0) - from)).toBeLessThanOrEqual(1);
    expect(changePoints[0]?.probability).toBeLessThanOrEqual(alpha);
  });

  it('finds every change, also back and forth', () => {
    const values = noise(60, seededRandom(3)).map((value, run) => value + (run >= 20 && run < 40 ? 6 : 0));
    expect(findChanges([values]).changePoints.map(({ run }) => run)).toEqual([20, 40]);
  });

  it('passes over runs without a value', () => {
    const values = raised(noise(40, seededRandom(4)), 20, 6).map((value, run) =>
      run % 5 === 2 ? null : value,
    );
    expect(findChanges([values]).changePoints.map(({ run }) => run)).toEqual([20]);
  });

  it('says the same each time', () => {
    const series = [raised(noise(40, seededRandom(8)), 25, 2)];
    expect(findChanges(series)).toEqual(findChanges(series));
  });
});

describe('with too few runs', () => {
  it('says that no change could have been told', () => {
    const apart = page(10, seededRandom(2)).map((values, index) => raised(values, index === 0 ? 5 : 99, 50));
    expect(findChanges(apart)).toMatchObject({ changePoints: [], canTell: false, varying: 16 });
  });

  it('says how many it takes', () => {
    expect([1, 4, 16].map(runsNeeded)).toEqual([10, 12, 14]);
  });

  it.each([[[]], [[[]]], [[[1, 2]]], [[[null, null, null]]], [[Array(30).fill(7)]]])(
    'does not stumble over %j',
    (series: Series[]) => {
      expect(findChanges(series)).toMatchObject({ changePoints: [], canTell: false });
    },
  );
});

it('gives equal values the middle of their ranks', () => {
  expect(midRanks([5, null, 1, 5, 9])).toEqual([2.5, null, 1, 2.5, 4]);
});
