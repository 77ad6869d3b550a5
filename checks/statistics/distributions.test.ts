import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { known, lowerBound, lowerDifference, shareInterval, upperBound } from './distributions.ts';

import golden from './golden/clopper-pearson.json' with { type: 'json' };

const counts = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0.5, max: 1e6, noNaN: true }))
  .map(([share, n]) => ({ x: share * n, n }));
const alphas = fc.constantFrom(0.05, 0.005, 3.125e-4, 1e-9);

describe('Clopper–Pearson bounds', () => {
  it.each(golden.bounds)('$x of $n at $alpha', ({ x, n, alpha, lower, upper }) => {
    expect(relativeError(lowerBound(x, n, alpha), lower)).toBeLessThan(1e-7);
    expect(relativeError(upperBound(x, n, alpha), upper)).toBeLessThan(1e-7);
  });

  it('has closed forms at both ends', () => {
    expect(upperBound(0, 12_000, 0.01)).toBeCloseTo(1 - 0.01 ** (1 / 12_000), 14);
    expect(lowerBound(12_000, 12_000, 0.01)).toBeCloseTo(0.01 ** (1 / 12_000), 14);
    expect(lowerBound(0, 100, 0.01)).toBe(0);
    expect(upperBound(100, 100, 0.01)).toBe(1);
    expect(upperBound(0, 1e7, 1e-300)).toBeCloseTo(-Math.log(1e-300) / 1e7, 7);
  });

  it('knows nothing without samples, or of counts that are none', () => {
    expect(shareInterval(0, 0, 0.99)).toMatchObject({ lower: 0, upper: 1 });
    expect(shareInterval(Number.NaN, 10, 0.99)).toMatchObject({ lower: 0, upper: 1 });
    expect(shareInterval(3, Number.NaN, 0.99)).toMatchObject({ lower: 0, upper: 1 });
  });

  it('holds the observed share, and mirrors', () => {
    fc.assert(
      fc.property(counts, alphas, ({ x, n }, alpha) => {
        const lower = lowerBound(x, n, alpha);
        const upper = upperBound(x, n, alpha);
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(upper).toBeLessThanOrEqual(1);
        expect(lower).toBeLessThanOrEqual(x / n + 1e-12);
        expect(upper).toBeGreaterThanOrEqual(x / n - 1e-12);
        expect(upper).toBeCloseTo(1 - lowerBound(n - x, n, alpha), 9);
      }),
      { numRuns: 200 },
    );
  });

  it('grows with the hits and with the confidence', () => {
    fc.assert(
      fc.property(counts, fc.double({ min: 0, max: 1, noNaN: true }), alphas, ({ x, n }, part, alpha) => {
        expect(upperBound(x * part, n, alpha)).toBeLessThanOrEqual(upperBound(x, n, alpha) + 1e-12);
        expect(lowerBound(x * part, n, alpha)).toBeLessThanOrEqual(lowerBound(x, n, alpha) + 1e-12);
        expect(upperBound(x, n, alpha / 2)).toBeGreaterThanOrEqual(upperBound(x, n, alpha) - 1e-12);
      }),
      { numRuns: 200 },
    );
  });

  it.each([1, 2, 5, 13, 30])('misses the true share no more often than stated, n = %i', (n) => {
    for (let step = 1; step < 40; step += 1) {
      const share = step / 40;
      const probabilities = binomial(n, share);
      const missed = (isMissed: (x: number) => boolean) =>
        probabilities.reduce((sum, probability, x) => sum + (isMissed(x) ? probability : 0), 0);
      expect(missed((x) => upperBound(x, n, 0.05) < share)).toBeLessThanOrEqual(0.05 + 1e-12);
      expect(missed((x) => lowerBound(x, n, 0.05) > share)).toBeLessThanOrEqual(0.05 + 1e-12);
    }
  });
});

describe('the lower bound of a difference', () => {
  it('is that of the share itself, less what is known of the others', () => {
    const slow = { seen: 0.04, bound: 0.03 };
    expect(lowerDifference(slow, [known(0.01)])).toBeCloseTo(0.02, 12);
    expect(lowerDifference(slow, [])).toBeCloseTo(0.03, 12);
    // Margins of 3 and 4 add up to 5.
    expect(lowerDifference({ seen: 0.2, bound: 0.16 }, [{ seen: 0.01, bound: 0.04 }])).toBeCloseTo(0.14, 12);
  });

  it.each([
    [40, 20],
    [300, 200],
    [900, 500],
  ])('is above the true share no more often than stated, n = %i less %i', (n, others) => {
    const alpha = 0.005;
    for (const own of [0.01, 0.05, 0.3])
      for (const misread of [0.0005, 0.005, 0.05, 0.2]) {
        const probabilities = binomial(n, own + misread);
        const missed = binomial(others, misread).reduce((sum, ofOther, y) => {
          const error = { seen: y / others, bound: upperBound(y, others, alpha) };
          const isMissed = (x: number) =>
            lowerDifference({ seen: x / n, bound: lowerBound(x, n, alpha) }, [error]) > own;
          return sum + (ofOther < 1e-9 ? 0 : ofOther * chanceFrom(probabilities, isMissed));
        }, 0);
        expect(missed, `${own} beside ${misread}`).toBeLessThanOrEqual(alpha);
      }
  });
});

/** The probability of all counts from the first that satisfies the condition. */
function chanceFrom(probabilities: readonly number[], holds: (x: number) => boolean): number {
  let [low, high] = [0, probabilities.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return probabilities.slice(low).reduce((sum, one) => sum + one, 0);
}

function relativeError(found: number, wanted: number): number {
  return wanted < 1e-300 ? found : Math.abs(found / wanted - 1);
}

function binomial(n: number, share: number): number[] {
  const probabilities = [(1 - share) ** n];
  for (let x = 1; x <= n; x += 1) {
    const before = probabilities[x - 1] ?? 0;
    probabilities.push((before * (n - x + 1) * share) / (x * (1 - share)));
  }
  return probabilities;
}
