import { describe, expect, it } from 'vitest';
import { detectionBound, lowerBound, upperBound } from './clopper-pearson.ts';
import {
  allowedSlowAnyClustering,
  samplesToFail,
  samplesToPass,
  stallResolutionMs,
  windowForStallMs,
} from './sample-size.ts';

describe('planning by counts', () => {
  it('allows as many slow calls as pass however they cluster', () => {
    const n = 5400;
    const slow = allowedSlowAnyClustering(n, 0.01, 0.005);
    expect(slow).toBe(7);
    expect(upperBound(1, n / slow, 0.005)).toBeLessThanOrEqual(0.01);
    expect(upperBound(1, n / (slow + 1), 0.005)).toBeGreaterThan(0.01);
    expect(allowedSlowAnyClustering(527, 0.01, 0.005)).toBe(-1);
    expect(allowedSlowAnyClustering(528, 0.01, 0.005)).toBe(0);
    expect(allowedSlowAnyClustering(5400, 0, 0.005)).toBe(-1);
  });

  it('knows how many samples would decide', () => {
    const passing = samplesToPass(0.01, 0.005, 0.005);
    expect(upperBound(0.005 * passing, passing, 0.005)).toBeLessThanOrEqual(0.01);
    expect(upperBound(0.005 * (passing - 2), passing - 2, 0.005)).toBeGreaterThan(0.01);
    expect(samplesToPass(0.0001, 0.01, 0)).toBe(46_050);
    expect(samplesToPass(0.01, 0.005, 0.01)).toBe(Number.POSITIVE_INFINITY);
    const failing = samplesToFail(() => 0.01, 0.005, 0.02);
    expect(lowerBound(0.02 * failing, failing, 0.005)).toBeGreaterThan(0.01);
    expect(lowerBound(0.02 * (failing - 2), failing - 2, 0.005)).toBeLessThanOrEqual(0.01);
    expect(samplesToFail(() => 0.01, 0.005, 0.01)).toBe(Number.POSITIVE_INFINITY);
  });

  it('bounds what was not found', () => {
    expect(detectionBound(2000)).toBeCloseTo(0.0015, 4);
    expect(detectionBound(0)).toBe(1);
  });

  it('relates the window to the stall it can see', () => {
    expect(stallResolutionMs(0.01, 60_000, 0.01)).toBeCloseTo(130.3, 1);
    expect(windowForStallMs(0.01, stallResolutionMs(0.01, 60_000, 0.01), 0.01)).toBeCloseTo(60_000, 6);
    expect(windowForStallMs(0, 100, 0.01)).toBe(Number.POSITIVE_INFINITY);
  });
});
