import { describe, expect, it } from 'vitest';
import { trimmedMean } from './trimmed-mean.ts';

describe('the trimmed mean', () => {
  it('has the interval of the middle values, with the winsorized deviation', () => {
    // 3 to 8 remain; winsorized 3 3 3 4 5 6 7 8 8 8, sum of squares 42.5; t with 5 degrees of freedom at 0.975 is 2.570582.
    const { mean, halfWidth } = trimmedMean([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 0.025);
    expect(mean).toBe(5.5);
    expect(halfWidth).toBeCloseTo(2.570582 * Math.sqrt(42.5 / 30), 5);
  });

  it('is the plain mean with its t interval of fewer than five values', () => {
    const { mean, halfWidth } = trimmedMean([0.1, 0.3, 0.2], 0.025);
    expect(mean).toBeCloseTo(0.2, 12);
    expect(halfWidth).toBeCloseTo((4.302653 * 0.1) / Math.sqrt(3), 6);
  });

  it('is untouched by a fifth of wild values', () => {
    const calm = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(trimmedMean([...calm.slice(0, 8), 900, 5000], 0.01)).toEqual(trimmedMean(calm, 0.01));
  });

  it('has no width where all are alike', () => {
    expect(trimmedMean([2, 2, 2, 2, 2, 2], 0.01)).toEqual({ mean: 2, halfWidth: 0 });
  });
});
