import { describe, expect, it } from 'vitest';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, standard, waits } from './latency-fixture.ts';

const verdictOf = (...given: Parameters<typeof measured>) =>
  judgeLatency(measured(...given), quiet, standard).verdict;

describe('slow calls that came together', () => {
  it('are one accident, also among many calls that are slow by the error of measurement alone', () => {
    const alternating = waits(2600, 2, 19.95, 2);
    const stall = waits(100, 500);
    expect(verdictOf([...waits(2600, 2), ...stall, ...waits(2700, 2)])).toBe('inconclusive');
    expect(verdictOf([...alternating, ...stall, ...alternating])).toBe('inconclusive');
    const spread = Array.from({ length: 5400 }, (_, at) => (at % 20 === 0 ? 500 : at % 2 === 0 ? 19.95 : 2));
    expect(verdictOf(spread)).toBe('fail');
  });

  it('are no accident if they last for most of the run, also where it is not known when calls came', () => {
    const atAnyTime = (slow: number) => {
      const slices = [
        { n: 5400, slow, failed: 0, late: 0, repeated: 0, setUp: 0, isDisturbed: false },
      ] as const;
      return verdictOf([...waits(5400 - slow, 2), ...waits(slow, 30)], { slices });
    };
    expect([atAnyTime(270), atAnyTime(2700), atAnyTime(5400)]).toEqual(['inconclusive', 'fail', 'fail']);
  });
});
