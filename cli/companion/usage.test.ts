import { describe, expect, it } from 'vitest';
import { busiestUsage, type Sample, usageOf } from './usage.ts';

/** Two cores at 100 ticks a second: after `seconds`, so many ticks of each kind. */
function sample(seconds: number, busy: number, rest: Partial<Sample> & { stolen?: number } = {}): Sample {
  const { stolen = 0, ...others } = rest;
  const box = { busy: 500 + busy, stolen: 10 + stolen, total: 9000 + seconds * 200 };
  return { atMs: seconds * 1000, box, generator: null, throttledPeriods: null, ...others };
}

describe('usageOf', () => {
  it('gives shares of all cores between the first and the last sample', () => {
    const samples = [
      sample(0, 0, { generator: 7, throttledPeriods: 40 }),
      sample(1, 190, { generator: 190, throttledPeriods: 40 }),
      sample(10, 500, { generator: 207, throttledPeriods: 43, stolen: 20 }),
    ];
    expect(usageOf(samples)).toEqual({
      boxBusyShare: 0.25,
      generatorBusyShare: 0.1,
      stolenShare: 0.01,
      throttledPeriods: 3,
    });
  });

  it('counts the generator while it is there', () => {
    const samples = [
      sample(0, 0),
      sample(1, 0, { generator: 0 }),
      sample(3, 0, { generator: 100 }),
      sample(9, 0),
    ];
    expect(usageOf(samples).generatorBusyShare).toBe(0.25);
  });

  it('knows nothing where the system tells nothing', () => {
    const blind = { box: null, generator: null, throttledPeriods: null };
    const nothing = {
      boxBusyShare: null,
      generatorBusyShare: null,
      stolenShare: null,
      throttledPeriods: null,
    };
    expect(
      usageOf([
        { atMs: 0, ...blind },
        { atMs: 1000, ...blind },
      ]),
    ).toEqual(nothing);
    expect(usageOf([])).toEqual(nothing);
  });

  it('gives no share of no time', () => {
    expect(usageOf([sample(1, 5)]).boxBusyShare).toBeNull();
  });

  it('never leaves 0 to 1, though the counters are read one after the other', () => {
    const { boxBusyShare, generatorBusyShare } = usageOf([
      sample(0, 100, { generator: 0 }),
      sample(1, 99, { generator: 201 }),
    ]);
    expect([boxBusyShare, generatorBusyShare]).toEqual([0, 1]);
  });
});

describe('busiestUsage', () => {
  it('finds the busiest second, and leaves out the short rest', () => {
    const samples = [
      sample(0, 0, { generator: 0 }),
      sample(1, 20, { generator: 50 }),
      sample(2, 180, { generator: 60 }),
      sample(3, 190, { generator: 70 }),
      sample(3.2, 230, { generator: 110 }),
    ];
    expect(busiestUsage(samples, 950)).toEqual({ boxBusyShare: 0.8, generatorBusyShare: 0.25 });
  });

  it('knows nothing before a whole second', () => {
    expect(busiestUsage([sample(0, 0), sample(0.5, 50)], 950)).toEqual({
      boxBusyShare: null,
      generatorBusyShare: null,
    });
  });
});
