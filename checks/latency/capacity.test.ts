import { describe, expect, it } from 'vitest';
import { capacityOf, type LoadLevel } from './capacity.ts';

/** 600 calls at a rate in six slices, `slow` of them over the limit plus guard band. */
function level(rate: number, slow: number, changes: Partial<LoadLevel> = {}): LoadLevel {
  return {
    rate,
    afterPeak: false,
    slices: Array.from({ length: 6 }, () => ({ n: 100, hits: slow / 6 })),
    broken: slow,
    dropped: 0,
    control: { n: 300, misread: 0 },
    ...changes,
  };
}

const capacity = (...levels: LoadLevel[]) => capacityOf(levels, 0.01);
const statesOf = ({ levels }: ReturnType<typeof capacity>) => levels.map(({ state }) => state);

describe('capacity', () => {
  it('is the highest rate that was kept and the lowest that was broken', () => {
    const found = capacity(level(200, 0), level(400, 0), level(600, 6), level(800, 120), level(1000, 300));
    expect(statesOf(found)).toEqual(['kept', 'kept', 'unknown', 'broken', 'broken']);
    expect(found).toMatchObject({ keptAt: 400, brokenAt: 800 });
  });

  it('lets a rate with too few calls be kept by a higher one', () => {
    const few = level(200, 0, { slices: Array.from({ length: 6 }, () => ({ n: 20, hits: 0 })) });
    expect(capacity(few, level(400, 0))).toMatchObject({ keptAt: 400, brokenAt: null });
  });

  it('is not above a rate that was broken', () => {
    expect(capacity(level(200, 0), level(400, 120), level(600, 0))).toMatchObject({
      keptAt: 200,
      brokenAt: 400,
    });
  });

  it('counts calls that were turned away as not kept', () => {
    const shedding = level(400, 0, {
      slices: Array.from({ length: 6 }, () => ({ n: 100, hits: 30 })),
      broken: 180,
    });
    expect(capacity(level(200, 0), shedding)).toMatchObject({ keptAt: 200, brokenAt: 400 });
  });

  it('leaves out what comes after the peak', () => {
    const found = capacity(level(200, 0), level(800, 120), level(200, 120, { afterPeak: true }));
    expect(found).toMatchObject({ keptAt: 200, brokenAt: 800 });
    expect(found.levels[2]).toMatchObject({ afterPeak: true, state: 'broken' });
  });

  it.each<readonly [string, Partial<LoadLevel>]>([
    ['did not make the calls', { dropped: 60 }],
    ['could not read the answers', { control: { n: 300, misread: 60 } }],
  ])('does not take the limit of a generator that %s for that of the service', (_, changes) => {
    const [found] = capacity(level(400, changes.control === undefined ? 0 : 60, changes)).levels;
    expect(found).toMatchObject({ state: 'unknown', generatorLimited: true });
  });

  it('knows nothing without calls', () => {
    const none = level(400, 0, { slices: [], control: null });
    expect(capacity(none)).toMatchObject({ keptAt: null, brokenAt: null });
    expect(JSON.stringify(capacity(none))).not.toMatch(/NaN/);
  });
});
