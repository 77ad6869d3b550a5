import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normal, seededRandom } from '../../bench/random.ts';
import { comparedEndpoint, comparison } from './comparison-fixture.ts';
import type { ComparisonMeasurement, EndpointMeasurement } from './comparison-plan.ts';
import { changeOf, judgeComparison } from './judge-comparison.ts';

type Comparing = Parameters<typeof comparedEndpoint>[0];

/** A little of what no run is without. */
const noise = (block: number) => Math.sin(block * 1.7) * 0.002;

function first(endpoint: EndpointMeasurement, change: Partial<ComparisonMeasurement> = {}) {
  const [judged] = judgeComparison(comparison(endpoint, change));
  if (judged === undefined) throw new Error('nothing was judged');
  return judged;
}
const judged = (comparing: Comparing) => first(comparedEndpoint({ noise, ...comparing }));

describe('a service and its counterpart', () => {
  it.each([
    [10, 1, 'not slower', 'pass'],
    [10, 1.02, 'not slower', 'pass'],
    [10, 1.03, 'slower', 'fail'],
    [10, 1.05, 'slower', 'fail'],
    [10, 0.97, 'faster', 'pass'],
    [10, 0.99, 'not slower', 'pass'],
    // 0.2 ms of 2 ms is 10 %.
    [2, 1.03, 'not slower', 'pass'],
    [2, 1.12, 'slower', 'fail'],
    [2, 0.85, 'faster', 'pass'],
  ])('of %d ms, %d times as slow: %s', (counterpartMs, ratio, outcome, verdict) => {
    expect(judged({ counterpartMs, ratio })).toMatchObject({ outcome, verdict });
  });

  it('says how much slower, with the width of the interval and both medians', () => {
    const { figures, explanation, rounds, slowerRounds, remedy } = judged({ ratio: 1.05 });
    expect(explanation).toMatch(
      /^Slower by 5\.0 % ± 0\.\d % at the median: 10\.5\sms compared with 10\sms\.$/,
    );
    expect(figures.map(({ figure }) => figure)).toEqual(['p50', 'p90']);
    expect(figures[0]?.change).toBeCloseTo(0.05, 3);
    expect([rounds, slowerRounds, remedy]).toEqual([25, 25, '']);
  });

  it.each([
    ['twice as slow at p90', 10, 2, 'slower'],
    ['as slow at p90 as restarts of a service may be', 10, 1.09, 'not slower'],
    ['slower at p90 by 30 %, which is less than a millisecond', 2, 1.3, 'not slower'],
  ])('is as fast at the median and %s', (_, counterpartMs, tail, outcome) => {
    expect(judged({ counterpartMs, tail }).outcome).toBe(outcome);
  });

  it('is slower though its median is faster, and says only where', () => {
    const { outcome, explanation, slowerRounds } = judged({ ratio: 0.9, tail: 3 });
    expect([outcome, slowerRounds]).toEqual(['slower', 25]);
    expect(explanation).toMatch(/^Slower by 170\.0 % ± 0\.\d % at p90: 35\.1\sms compared with 13\sms\.$/);
  });

  it('is open where the interval holds both, and says what would settle it', () => {
    const wide = judged({ noise: (block) => Math.sin(block * block) * 0.2 });
    expect(wide).toMatchObject({ outcome: 'open', verdict: 'inconclusive' });
    expect(wide.remedy).toContain('--profile');
  });

  it('is open where a sure difference is too small to be called slower', () => {
    const small = judged({ counterpartMs: 2, ratio: 1.07 });
    expect(small).toMatchObject({ outcome: 'open' });
    expect(small.explanation).toMatch(
      /^Slower by more than 5 %, but perhaps by less than 0\.2 ms\. Slower by 7\.0 %/,
    );
    expect(small.remedy).toContain('Decide from the figures');
  });
});

describe('what stands in the way of a verdict', () => {
  const slow = comparedEndpoint({ ratio: 1.5, noise });
  const calls = (succeeded: number, outcomes: Record<string, number>) => ({
    made: 5000,
    succeeded,
    outcomes,
  });
  const all = calls(5000, {});

  it.each([
    [{ dropped: 1 }, /^1 scheduled call was not sent/],
    [{ dropped: 3 }, /^3 scheduled calls were not sent/],
    [{ clockJumps: 1 }, /^The clock was set/],
    [{ isAlone: false }, /^Several load generators/],
    [{ blocks: 120 }, /^The comparison was cut short: 25 of 29 rounds/],
    [{ blocks: 12 }, /^The rate is too low/],
  ])('%j', (change, reason) => {
    const { outcome, explanation, remedy } = first(slow, change);
    expect(outcome).toBe('open');
    expect(explanation).toMatch(reason);
    expect(remedy).not.toBe('');
  });

  it('a counterpart that does not answer, with the cause', () => {
    const counterpart = calls(4000, { 'HTTP 503': 900, timeout: 100 });
    const { outcome, explanation, remedy } = first({ ...slow, calls: { candidate: all, counterpart } });
    expect(outcome).toBe('open');
    expect(explanation).toMatch(
      /^1000 of 5000 calls to the counterpart did not succeed: HTTP 503 900 times, timeout 100 times\./,
    );
    expect(remedy).toContain('COMPARE_ACCESS_TOKEN');
  });

  it('a candidate that does not answer', () => {
    const candidate = calls(4900, { 'HTTP 500': 100 });
    const { outcome, explanation } = first({ ...slow, calls: { candidate, counterpart: all } });
    expect(outcome).toBe('open');
    expect(explanation).toMatch(/to the candidate did not succeed: HTTP 500 100 times\./);
  });

  it('not one call in two hundred', () => {
    const candidate = calls(4975, { 'HTTP 500': 25 });
    const { outcome } = first({ ...slow, calls: { candidate, counterpart: all } });
    expect(outcome).toBe('slower');
  });

  it('nothing at all to compare', () => {
    const none = { made: 0, succeeded: 0, outcomes: {} };
    const { outcome, explanation, figures } = first(
      { name: 'user', blocks: [], calls: { candidate: none, counterpart: none } },
      { blocks: 104 },
    );
    expect([outcome, figures]).toEqual(['open', []]);
    expect(explanation).toBe('The comparison was cut short: 0 of 25 rounds are complete.');
  });
});

describe('error rates', () => {
  const runs = 400;
  /** How often one of three endpoints of one run gets the outcome, where each block's median is off by its own noise. */
  function often(outcome: string, ratio: number, deviation: number, seed: number): number {
    const random = seededRandom(seed);
    const endpoint = () => comparedEndpoint({ ratio, noise: () => deviation * normal(random) });
    const hits = Array.from({ length: runs }, () => {
      const run = comparison(endpoint(), { endpoints: [endpoint(), endpoint(), endpoint()] });
      return judgeComparison(run).some((one) => one.outcome === outcome);
    });
    return hits.filter(Boolean).length;
  }

  it('a service at the tolerance is called slower in at most 1 % of the runs', () => {
    // Were it once in a hundred, more than 12 of 400 would be seen once in a thousand times.
    expect(often('slower', 1.02, 0.03, 1)).toBeLessThanOrEqual(12);
    expect(often('slower', 1, 0.03, 2)).toBe(0);
  });

  it('a service slower by 5 % passes in at most 1 % of the runs', () => {
    expect(often('not slower', 1.05, 0.03, 3)).toBeLessThanOrEqual(12);
  });

  it('5 % are found in nearly every run of blocks that differ by 1 %', () => {
    expect(often('slower', 1.05, 0.01, 4)).toBeGreaterThanOrEqual(0.99 * runs);
  });
});

/** Blocks after a round of warm-up, by the medians of each round in the order A B B A, B A A B. */
function blocksFrom(medians: readonly number[]) {
  const warmUp = [900, 1, 1, 900];
  return [...warmUp, ...medians].map((p50Ms) => ({ p50Ms, p90Ms: p50Ms * 2 }));
}

describe('the change of the median', () => {
  it('is the mean of the differences of logarithms, with a t interval', () => {
    const e = Math.exp;
    // Rounds B A A B, A B B A, B A A B with differences 0.1, 0.2 and 0.3: mean 0.2, deviation 0.1.
    const medians = [
      ...[e(1), e(1.1), e(1.1), e(1)],
      ...[e(1.2), e(1), e(1), e(1.2)],
      ...[e(1), e(1.3), e(1.3), e(1)],
    ];
    const change = changeOf(blocksFrom(medians), 'p50', 0.025);
    expect(change?.change).toBeCloseTo(e(0.2) - 1, 5);
    // t of two degrees of freedom at 0.975 is 4.302653.
    const halfWidth = (4.302653 * 0.1) / Math.sqrt(3);
    expect(change?.lower).toBeCloseTo(e(0.2 - halfWidth) - 1, 5);
    expect(change?.upper).toBeCloseTo(e(0.2 + halfWidth) - 1, 5);
    expect(change).toMatchObject({ rounds: 3, slowerRounds: 3 });
    expect(change?.counterpartMs).toBeCloseTo(e(1), 5);
    expect(change?.candidateMs).toBeCloseTo(e(1.2), 5);
    expect(changeOf(blocksFrom(medians), 'p90', 0.025)?.change).toBeCloseTo(e(0.2) - 1, 5);
  });

  it('is untouched by a steady drift of the machine', () => {
    const { blocks } = comparedEndpoint({ ratio: 1.04, noise: (block) => block * 0.01 });
    const change = changeOf(blocks, 'p50', 0.01);
    expect([change?.lower, change?.change, change?.upper]).toEqual([0.04, 0.04, 0.04]);
  });

  it('turns its sign when the sides are changed', () => {
    const noises = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(noises, fc.double({ min: 0.5, max: 2, noNaN: true }), (noise, ratio) => {
        const of = (way: number) =>
          changeOf(
            comparedEndpoint({ blocks: 24, ratio: ratio ** way, noise: (block) => way * (noise[block] ?? 0) })
              .blocks,
            'p50',
            0.01,
          );
        const [there, back] = [of(1), of(-1)];
        expect((1 + (back?.change ?? 0)) * (1 + (there?.change ?? 0))).toBeCloseTo(1, 4);
        expect((1 + (back?.lower ?? 0)) * (1 + (there?.upper ?? 0))).toBeCloseTo(1, 3);
      }),
    );
  });

  it('leaves out a round of which a block is missing', () => {
    const { blocks } = comparedEndpoint({ blocks: 24 });
    const holed = blocks.map((block, index) => (index === 5 || index === 10 ? null : block));
    expect(changeOf(blocks, 'p50', 0.01)?.rounds).toBe(5);
    expect(changeOf(holed, 'p50', 0.01)?.rounds).toBe(3);
  });

  it('is none of fewer than two rounds', () => {
    expect(changeOf(comparedEndpoint({ blocks: 8 }).blocks, 'p50', 0.01)).toBeNull();
    expect(changeOf([], 'p50', 0.01)).toBeNull();
  });
});
