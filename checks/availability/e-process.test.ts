import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evidenceOfFewer, evidenceOfMore } from './e-process.ts';
import { cleanTrialsWanted, leastBadShare, mostBadShare, showsFewer, showsMore } from './share-bounds.ts';

const counts = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.double({ min: 0, max: 0.5, noNaN: true }))
  .map(([n, share]) => ({ n, bad: Math.floor(n * share) }));

describe('evidence of fewer bad trials', () => {
  it('is none before the first trial, and has mean 1 at the allowed share', () => {
    expect(evidenceOfFewer({ n: 0, bad: 0 }, 0.1)).toBeCloseTo(0, 12);
    const weightOf = (bad: number) => Math.exp(evidenceOfFewer({ n: 1, bad }, 0.1));
    expect(0.1 * weightOf(1) + 0.9 * weightOf(0)).toBeCloseTo(1, 12);
    expect(0.2 * weightOf(1) + 0.8 * weightOf(0)).toBeLessThan(1);
  });

  it('needs about 5.7 divided by the share in clean trials', () => {
    const wanted = cleanTrialsWanted({ n: 0, bad: 0 }, 1e-4);
    expect(wanted).toBeGreaterThan(57_000);
    expect(wanted).toBeLessThan(58_000);
    expect(showsFewer({ n: Math.ceil(wanted), bad: 0 }, 1e-4)).toBe(true);
    expect(showsFewer({ n: Math.floor(wanted) - 1, bad: 0 }, 1e-4)).toBe(false);
    expect(cleanTrialsWanted({ n: 60_000, bad: 0 }, 1e-4)).toBe(0);
    expect(cleanTrialsWanted({ n: 60_000, bad: 1 }, 1e-4)).toBeGreaterThan(20_000);
  });

  it('bounds the share from above, never below what was seen', () => {
    expect(mostBadShare({ n: 0, bad: 0 })).toBe(1);
    fc.assert(
      fc.property(counts, ({ n, bad }) => {
        const bound = mostBadShare({ n, bad });
        expect(bound).toBeGreaterThanOrEqual(bad / n);
        expect(mostBadShare({ n: 2 * n, bad: 2 * bad })).toBeLessThanOrEqual(bound + 1e-12);
      }),
      { numRuns: 100 },
    );
  });
});

describe('evidence of more bad trials', () => {
  it('shrinks on average at the allowed share, whatever the runs are like', () => {
    const weightOf = (share: number) => Math.exp(evidenceOfMore([1, share], 0.1));
    expect(0.1 * weightOf(1) + 0.9 * weightOf(0)).toBeCloseTo(1, 12);
    expect(0.5 * weightOf(0.15) + 0.5 * weightOf(0.05)).toBeCloseTo(1, 12);
  });

  it('leaves the worst run out: one accident refutes nothing', () => {
    expect(showsMore([], 1e-4)).toBe(false);
    expect(showsMore([1], 1e-4)).toBe(false);
    expect(showsMore([1, 0, 0], 1e-4)).toBe(false);
    expect(showsMore([1, 1], 1e-4)).toBe(true);
    expect(showsMore(Array(6).fill(0.001), 1e-4)).toBe(true);
    expect(showsMore(Array(200).fill(1e-4), 1e-4)).toBe(false);
  });

  it('bounds the share from below, never above the mean', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });
    fc.assert(
      fc.property(shares, (values) => {
        const mean = values.reduce((sum, share) => sum + share, 0) / Math.max(1, values.length);
        expect(leastBadShare(values)).toBeLessThanOrEqual(mean + 1e-9);
      }),
      { numRuns: 100 },
    );
    expect(leastBadShare(Array(50).fill(0.01))).toBeGreaterThan(0.005);
  });
});
