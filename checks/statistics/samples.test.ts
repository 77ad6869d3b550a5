import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerBound, upperBound } from './distributions.ts';
import {
  allowedSlowAnyClustering,
  batchMeansEffect,
  designEffect,
  samplesUntil,
  stallResolutionMs,
} from './samples.ts';

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

describe('planning by counts', () => {
  it('allows as many slow calls as pass however they cluster', () => {
    const n = 5400;
    const slow = allowedSlowAnyClustering(n, 0.01, 0.005);
    expect(slow).toBe(7);
    expect(upperBound(1, n / slow, 0.005)).toBeLessThanOrEqual(0.01);
    expect(upperBound(1, n / (slow + 1), 0.005)).toBeGreaterThan(0.01);
    expect(allowedSlowAnyClustering(528, 0.01, 0.005)).toBe(0);
    expect(allowedSlowAnyClustering(5400, 0, 0.005)).toBe(0);
  });

  it('knows how many samples would decide', () => {
    const passing = samplesUntil((n) => upperBound(0.005 * n, n, 0.005) <= 0.01);
    expect(upperBound(0.005 * passing, passing, 0.005)).toBeLessThanOrEqual(0.01);
    expect(upperBound(0.005 * (passing - 2), passing - 2, 0.005)).toBeGreaterThan(0.01);
    expect(samplesUntil((n) => upperBound(0, n, 0.01) <= 0.0001)).toBeCloseTo(46_049.4, 0);
    expect(samplesUntil((n) => upperBound(0.01 * n, n, 0.005) <= 0.01)).toBe(Number.POSITIVE_INFINITY);
    const failing = samplesUntil((n) => lowerBound(0.02 * n, n, 0.005) > 0.01);
    expect(lowerBound(0.02 * failing, failing, 0.005)).toBeGreaterThan(0.01);
    expect(lowerBound(0.02 * (failing - 2), failing - 2, 0.005)).toBeLessThanOrEqual(0.01);
    expect(samplesUntil((n) => lowerBound(0.01 * n, n, 0.005) > 0.01)).toBe(Number.POSITIVE_INFINITY);
  });

  it('bounds what was not found', () => {
    expect(upperBound(0, 2000, 0.05)).toBeCloseTo(0.0015, 4);
    expect(upperBound(0, 0, 0.05)).toBe(1);
  });

  it('relates the window to the stall it can see', () => {
    expect(stallResolutionMs(0.01, 60_000, 0.01)).toBeCloseTo(130.3, 1);
  });
});
