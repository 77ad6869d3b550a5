import { describe, expect, it } from 'vitest';
import { times } from './ledger-fixture.ts';
import { outageBound, type Watch } from './outages.ts';

const hourly = (runs: number, seconds: number, episodes = 0): Watch[] =>
  times(runs, (index) => ({
    startMs: index * 3_600_000,
    seconds,
    episodes: index === 0 ? episodes : 0,
  }));

describe('outages of one length', () => {
  it('none seen in T seconds bounds their share by about 5.7·D/T', () => {
    const { mostShare } = outageBound(hourly(1, 100_000), 1);
    expect(mostShare * 100_000).toBeGreaterThan(5.7);
    expect(mostShare * 100_000).toBeLessThan(5.8);
  });

  it('long ones are seen by short watches far apart, not by as many close together', () => {
    const apart = outageBound(hourly(1000, 60), 300).mostShare;
    const close = outageBound(
      hourly(1000, 60).map((watch, index) => ({ ...watch, startMs: index * 60_000 })),
      300,
    ).mostShare;
    expect(apart).toBeLessThan(close / 4);
    expect(apart).toBeCloseTo((5.7 * 300) / (1000 * 360), 2);
  });

  it('watches at the same time count once', () => {
    const twice = [...hourly(50, 60), ...hourly(50, 60)];
    expect(outageBound(twice, 1).mostShare).toBeCloseTo(outageBound(hourly(50, 60), 1).mostShare, 9);
  });

  it('grows with the episodes seen, and knows nothing of nothing', () => {
    const bounds = [0, 1, 5].map((episodes) => outageBound(hourly(1000, 60, episodes), 1).mostShare);
    expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
    expect(new Set(bounds).size).toBe(3);
    expect(outageBound([], 30).mostShare).toBe(1);
  });
});
