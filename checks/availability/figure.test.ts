import { describe, expect, it } from 'vitest';
import { callsAndTime } from '../../reports/judge/availability.ts';
import { availabilityFigure, leastEffect, targetShare, trialsOf } from './figure.ts';

type Declared = Parameters<typeof availabilityFigure>[3];
interface Stretch {
  readonly n: number;
  readonly failed: number;
}

const slices = (n: number, failures: Record<number, number> = {}): Stretch[] =>
  Array.from({ length: 60 }, (_, index) => ({ n: n / 60, failed: failures[index] ?? 0 }));
const seen = (stretches: readonly Stretch[], seconds = 1, lost = 0) => {
  const timeline = stretches.map(({ n, failed }, index) => ({
    ...{ startMs: index * seconds * 1000, durationMs: seconds * 1000 },
    ...{ requests: n, slow: 0, failed, p50Ms: null, p95Ms: null, p99Ms: null },
  }));
  const sum = (of: (one: Stretch) => number) => stretches.reduce((total, one) => total + of(one), 0);
  const failed = sum((one) => one.failed);
  return callsAndTime([{ timeline, answered: sum(({ n }) => n) - failed, failed, dropped: 0, lost }], 0);
};
const asRequests = { meaning: 'requests' } as const;
const asSeconds = { meaning: 'seconds' } as const;
const shareOf = (
  stretches: readonly Stretch[],
  declared: Declared,
  load = { rate: 10, maxStallMs: 100 },
  lost = 0,
) => availabilityFigure('requests', trialsOf.requests(seen(stretches, 1, lost)), leastEffect(load), declared);
const goodTime = (stretches: readonly Stretch[], declared: Declared, seconds = 1) =>
  availabilityFigure('seconds', trialsOf.seconds(seen(stretches, seconds)), 1, declared);

describe('the 99.99 percent figure', () => {
  it('says what a run could show, and judges nothing unasked', () => {
    const figure = shareOf(slices(12_000), undefined);
    expect(figure).toMatchObject({ verdict: 'not-judged', observed: 1, confidence: 0.99 });
    expect(figure.explanation).toBe(
      '0 of 12\u202f000 calls were bad, so at least 99.96\u00a0% are good (99 % confidence); one run cannot show 99.99 %, so the ledger adds up runs.',
    );
  });

  it('is refuted, and never shown, where the contract says that this is meant', () => {
    expect(shareOf(slices(48_000), asRequests).verdict).toBe('not-judged');
    expect(shareOf(slices(48_000), { meaning: 'requests', targetPercent: 50 }).verdict).toBe('not-judged');
    const spread = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [index * 5, 1]));
    expect(shareOf(slices(12_000, spread), asRequests)).toMatchObject({
      verdict: 'fail',
      explanation: expect.stringContaining('this refutes 99.99 %.'),
    });
    expect(shareOf(slices(12_000, spread), { meaning: 'seconds' }).verdict).toBe('not-judged');
    const all = Array.from({ length: 60 }, () => ({ n: 100, failed: 3 }));
    expect(shareOf(all, asRequests, { rate: 425, maxStallMs: 100 }).verdict).toBe('fail');
  });

  it('takes one outage as one event', () => {
    const outage = shareOf(slices(12_000, { 20: 50 }), asRequests);
    expect(outage.verdict).toBe('not-judged');
    expect(outage.observed).toBeCloseTo(0.99583, 5);
    expect(shareOf([{ n: 6000, failed: 20 }], asRequests).verdict).toBe('not-judged');
  });

  it('is refuted by several outages, and not by one of a length that each may have', () => {
    expect(shareOf(slices(6000, { 20: 100 }), asRequests).verdict).toBe('not-judged');
    expect(shareOf(slices(6000, { 20: 100, 40: 100, 50: 100 }), asRequests).verdict).toBe('fail');
  });

  it('is bounded by outages, those that a run did not see and calls of unknown end among them', () => {
    const { lowerBound: unseen } = shareOf(slices(12_000), undefined, { rate: 425, maxStallMs: 100 });
    expect(unseen).toBeCloseTo(0.9838, 3);
    const { lowerBound: seenOne } = shareOf(slices(12_000, { 20: 50 }), undefined);
    expect(seenOne).toBeCloseTo(0.9727, 3);
    const lost = shareOf(slices(12_000), undefined, { rate: 10, maxStallMs: 100 }, 50);
    expect([lost.observed, lost.lowerBound]).toEqual([1 - 50 / 12_050, expect.closeTo(0.9728, 3)]);
    const { lowerBound: seconds } = goodTime(slices(6000, { 20: 10 }), undefined, 10);
    expect(seconds).toBeCloseTo(0.8948, 2);
  });

  it('is not judged without calls, and fails where none succeeds', () => {
    expect(shareOf(slices(0), asRequests)).toMatchObject({ verdict: 'not-judged', observed: null });
    const all = Array.from({ length: 60 }, () => ({ n: 100, failed: 100 }));
    expect(shareOf(all, asRequests).verdict).toBe('fail');
    expect(goodTime(all, asSeconds).verdict).toBe('fail');
  });

  it('promises what was declared, without the last digits of a division', () => {
    expect(targetShare({ meaning: 'requests', targetPercent: 99.99 })).toBe(0.9999);
    expect(targetShare(undefined)).toBe(0.9999);
  });

  it('counts good seconds apart', () => {
    const figure = goodTime([...slices(6000, { 3: 1 }), { n: 0, failed: 0 }], asSeconds);
    expect(figure).toMatchObject({ verdict: 'not-judged', observed: 59 / 60 });
    expect(figure.explanation).toContain('1 of 60 seconds were bad');
    const halfDown = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [index, 100]));
    expect(goodTime(slices(6000, halfDown), asSeconds).verdict).toBe('fail');
  });

  it('counts seconds, however long a slice is', () => {
    const soak = Array.from({ length: 60 }, (_, index) => ({ n: 9500, failed: index % 6 === 0 ? 1 : 0 }));
    const figure = goodTime(soak, { meaning: 'seconds', targetPercent: 99 }, 30);
    expect(figure).toMatchObject({ verdict: 'not-judged', observed: 1790 / 1800 });
    const torn = soak.map((slice) => ({ ...slice, failed: slice.failed * 3 }));
    expect(goodTime(torn, asSeconds, 30).explanation).toContain('10 to 30 of 1\u202f800 seconds were bad');
  });
});
