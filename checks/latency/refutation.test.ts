import { describe, expect, it } from 'vitest';
import { judgeLatency } from './judge-latency.ts';
import { controlOf, measured, quiet, standard, waits } from './latency-fixture.ts';
import type { GeneratorFacts } from './measurement.ts';

const verdictOf = (...given: Parameters<typeof measured>) =>
  judgeLatency(measured(...given), quiet, standard).verdict;

describe('slow calls that came together', () => {
  it('are one accident, also among many calls that are slow by the error of measurement alone', () => {
    const alternating = waits(2600, 2, 19.95, 2);
    const stall = waits(100, 500);
    expect(verdictOf([...waits(2600, 2), ...stall, ...waits(2700, 2)])).toBe('inconclusive');
    expect(verdictOf([...alternating, ...stall, ...alternating])).toBe('inconclusive');
    const atLimit = waits(2550, 19.95);
    expect(verdictOf([...atLimit, ...waits(300, 500), ...atLimit])).toBe('inconclusive');
    const spread = Array.from({ length: 5400 }, (_, at) => (at % 20 === 0 ? 500 : at % 2 === 0 ? 19.95 : 2));
    expect(verdictOf(spread)).toBe('fail');
  });

  it('are one accident among errors in time, too', () => {
    const calls = measured([...waits(1300, 2), ...waits(100, 500), ...waits(1300, 2)]);
    const slices = calls.slices.map((slice) => ({ ...slice, n: slice.n + 45, failed: 45 }));
    const failing = { ...calls, slices, valid: 5400, failed: 2700 };
    expect(judgeLatency(failing, quiet, standard).verdict).toBe('inconclusive');
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

describe('the length of a load that would refute', () => {
  const errorsMs = Array.from({ length: 3000 }, (_, index) =>
    index % 1000 === 7 ? 2.5 : index % 100 === 3 ? 0.6 : 0.05 + (index % 10) * 0.02,
  );
  const far = { floorMs: 10, p95Ms: 10.8 };
  const handshakes = [
    { upToMs: 10.3, count: 1200 },
    { upToMs: 240, count: 6 },
  ];

  /** The same share of slow calls in a load that is this many times as long, and what bounds them too. */
  function judged(times: number, isFar: boolean, slowMs: number, every: number, lost: number) {
    const control = controlOf(Array.from({ length: Math.round(times) }, () => errorsMs).flat());
    const generator: GeneratorFacts = {
      ...quiet,
      control,
      ...(isFar && {
        roundTrip: far,
        handshakes: handshakes.map(({ upToMs, count }) => ({ upToMs, count: Math.round(times * count) })),
      }),
    };
    const calls = measured(waits(Math.round(times * 1080), 12, slowMs, every));
    const unanswered = Math.round(times * lost);
    const [late, lateSlow] = [times * 20, times];
    const slices = calls.slices.map((slice, at) => {
      const failed = Math.floor(((at + 1) * unanswered) / 60) - Math.floor((at * unanswered) / 60);
      return { ...slice, n: slice.n + failed, failed, isDisturbed: at < 6 };
    });
    const withLost = { ...calls, valid: calls.valid + unanswered, failed: unanswered, unanswered, slices };
    const measurement = lost === 0 ? calls : { ...withLost, late, lateSlow };
    return judgeLatency(measurement, generator, { ...standard, loads: { most: 8, made: 1 } });
  }

  it.each<readonly [string, boolean, number, number, number]>([
    ['on a quiet machine', false, 25, 60, 0],
    ['from afar, by calls far over the limit', true, 240, 25, 0],
    ['by calls without an answer, some of which were late', false, 25, 120, 20],
  ])('%s', (_, ...calls) => {
    const [first] = judged(1, ...calls).conditions;
    expect(first?.id).toBe('undecided-slow');
    const times = first?.longerTimes ?? 0;
    expect(times).toBeGreaterThan(1.5);
    expect(judged(1.2 * times, ...calls).verdict).toBe('fail');
    expect(judged(0.8 * times, ...calls).verdict).toBe('inconclusive');
  });
});

describe('what more calls would show', () => {
  it('is a number of times that JSON can hold, whatever the machine misread', () => {
    const seen = new Set<string>();
    for (const every of [50, 95, 105, 200, 400])
      for (const misreadEvery of [20, 90, 200]) {
        const errorsMs = Array.from({ length: 3000 }, (_, at) => (at % misreadEvery === 3 ? 7 : 0.05));
        const generator = { ...quiet, control: controlOf(errorsMs) };
        const expectation = { ...standard, loads: { most: 8, made: 2 } };
        const result = judgeLatency(measured(waits(1080, 2, 25, every)), generator, expectation);
        for (const { id } of result.conditions) seen.add(id);
        expect(JSON.parse(JSON.stringify(result))).toEqual(result);
      }
    expect([...seen]).toEqual(expect.arrayContaining(['share-too-close', 'undecided-share']));
  });

  const slower = measured(waits(1080, 2, 25, 60));

  it('matters more than what keeps the run from a pass', () => {
    const { cause, conditions } = judgeLatency(slower, { ...quiet, achievedRate: 390 }, standard);
    expect([cause, conditions.map(({ id }) => id)]).toEqual(['undecided-slow', ['undecided-slow']]);
    const busy = { ...quiet, achievedRate: 390, machine: { ...quiet.machine, boxBusyShare: 0.9 } };
    expect(judgeLatency(slower, busy, standard).conditions.map(({ id }) => id)).toContain('busy-machine');
  });

  it('is nothing where the run is void, or made no call', () => {
    const stepped = judgeLatency(slower, { ...quiet, negativeTimings: 1 }, standard);
    expect([stepped.cause, stepped.conditions.length]).toEqual(['clock-step', 1]);
    const far = { ...quiet, roundTrip: { floorMs: 10, p95Ms: 10.8 } };
    expect(judgeLatency(measured([]), far, standard).cause).toBe('no-calls');
  });
});
