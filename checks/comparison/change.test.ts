import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf } from './change.ts';
import { comparedEndpoint } from './comparison-fixture.ts';

/** Blocks after a round of warm-up, by the medians of each round in the order A B B A, B A A B. */
function blocksFrom(medians: readonly number[]) {
  const warmUp = [900, 1, 1, 900];
  return [...warmUp, ...medians].map((p50Ms) => ({ answered: 50, p50Ms, p90Ms: p50Ms * 2 }));
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
    expect(change?.mean).toBeCloseTo(0.2, 12);
    // t of two degrees of freedom at 0.975 is 4.302653.
    expect(change?.halfWidth).toBeCloseTo((4.302653 * 0.1) / Math.sqrt(3), 6);
    expect(change).toMatchObject({ rounds: 3, slowerRounds: 3 });
    expect(change?.levelMs.counterpart).toBeCloseTo(e(1), 9);
    expect(change?.levelMs.candidate).toBeCloseTo(e(1.2), 9);
    expect(changeOf(blocksFrom(medians), 'p90', 0.025)?.mean).toBeCloseTo(0.2, 12);
  });

  it('is untouched by a steady drift of the machine', () => {
    const { blocks } = comparedEndpoint({ ratio: 1.04, noise: (block) => block * 0.01 });
    const change = changeOf(blocks, 'p50', 0.01);
    expect(change?.mean).toBeCloseTo(Math.log(1.04), 9);
    expect(change?.halfWidth).toBeCloseTo(0, 6);
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
        expect(back?.mean).toBeCloseTo(-(there?.mean ?? 0), 9);
        expect(back?.halfWidth).toBeCloseTo(there?.halfWidth ?? 0, 9);
      }),
    );
  });

  it('leaves out a round of which a block is missing or too small', () => {
    const { blocks } = comparedEndpoint({ blocks: 24 });
    const holed = blocks.map((block, index) =>
      index === 5 ? null : index === 10 && block !== null ? { ...block, answered: 9 } : block,
    );
    expect(changeOf(blocks, 'p50', 0.01)?.rounds).toBe(5);
    expect(changeOf(holed, 'p50', 0.01)?.rounds).toBe(3);
  });

  it('is none of fewer than two rounds', () => {
    expect(changeOf(comparedEndpoint({ blocks: 8 }).blocks, 'p50', 0.01)).toBeNull();
    expect(changeOf([], 'p50', 0.01)).toBeNull();
  });
});
