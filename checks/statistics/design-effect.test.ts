import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchMeansEffect, designEffect } from './design-effect.ts';

const slicesOf = (hits: readonly number[]) => hits.map((count) => ({ n: 90, hits: count }));
const hitsIn = (places: readonly number[], each: number) =>
  slicesOf(Array.from({ length: 60 }, (_, index) => (places.includes(index) ? each : 0)));

describe('the design effect', () => {
  it('is 1 where nothing was seen, all was seen, or hits are spread evenly', () => {
    expect(designEffect(hitsIn([], 0))).toBe(1);
    expect(designEffect(slicesOf(Array(60).fill(90)))).toBe(1);
    expect(designEffect(slicesOf(Array(60).fill(1)))).toBe(1);
    expect(designEffect([])).toBe(1);
  });

  it('is about the length of the bursts', () => {
    expect(designEffect(hitsIn([11, 34], 10))).toBeGreaterThan(9);
    expect(designEffect(hitsIn([30], 50))).toBeGreaterThan(48);
    expect(designEffect(hitsIn([30], 50))).toBeLessThan(53);
  });

  it('sees a burst that two slices share', () => {
    const cut = slicesOf(Array.from({ length: 60 }, (_, index) => (index === 30 || index === 31 ? 25 : 0)));
    expect(batchMeansEffect(cut, 60)).toBeLessThan(27);
    expect(designEffect(cut)).toBeGreaterThan(45);
  });

  it('does not mistake uneven slices for bursts', () => {
    const uneven = Array.from({ length: 60 }, (_, index) => ({
      n: index % 2 === 0 ? 10 : 170,
      hits: index % 2 === 0 ? 1 : 17,
    }));
    expect(designEffect(uneven)).toBe(1);
  });

  it('is at least 1, and the same for the calls that were not hit', () => {
    const slice = fc.tuple(fc.nat(50), fc.nat(50)).map(([hits, others]) => ({ n: hits + others, hits }));
    fc.assert(
      fc.property(fc.array(slice, { minLength: 60, maxLength: 60 }), (slices) => {
        const effect = designEffect(slices);
        expect(effect).toBeGreaterThanOrEqual(1);
        expect(designEffect(slices.map(({ n, hits }) => ({ n, hits: n - hits })))).toBeCloseTo(effect, 6);
      }),
      { numRuns: 100 },
    );
  });
});
