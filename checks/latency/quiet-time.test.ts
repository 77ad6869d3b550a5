import { describe, expect, it } from 'vitest';
import { longestTimes } from './conditions.ts';
import { mayBeDecided } from './expectation.ts';
import { judgeLatency } from './judge-latency.ts';
import { controlOf, measured, quiet, standard, waits } from './latency-fixture.ts';
import type { LatencyMeasurement } from './measurement.ts';
import { foreignFromCores, isDisturbed, judgeQuietTime, waitedFromMs } from './quiet-time.ts';

const calm = { othersCores: 0, stolenCores: 0, waitedMs: 0, throttledPeriods: 0 };
const foreign = { ...calm, othersCores: foreignFromCores };

describe('a slice is left out', () => {
  it('where others used processors, and the harness had to wait or was late', () => {
    expect(isDisturbed({ ...foreign, waitedMs: waitedFromMs }, false)).toBe(true);
    expect(isDisturbed({ ...foreign, throttledPeriods: 1 }, false)).toBe(true);
    expect(isDisturbed(foreign, true)).toBe(true);
    expect(isDisturbed({ ...calm, stolenCores: foreignFromCores }, true)).toBe(true);
  });

  it('never for one of the two, for what is unknown, or where nothing was watched', () => {
    expect(isDisturbed(foreign, false)).toBe(false);
    expect(isDisturbed({ ...calm, waitedMs: 900, throttledPeriods: 5 }, true)).toBe(false);
    const unknown = { othersCores: null, stolenCores: null, waitedMs: null, throttledPeriods: null };
    expect(isDisturbed(unknown, true)).toBe(false);
    expect(isDisturbed(undefined, true)).toBe(false);
  });
});

const noisy = { ...quiet, control: controlOf(waits(3000, 0.2, 30, 10)) };

/** A load of which a third was excluded. */
function judged(
  kept: LatencyMeasurement,
  leftOut: LatencyMeasurement,
  sharesMachine: boolean,
  { loads, percentile } = standard,
) {
  const whole = measured([]);
  const times = (parts: readonly LatencyMeasurement[], of: (part: LatencyMeasurement) => number) =>
    parts.reduce((sum, part) => sum + of(part), 0);
  const both = [kept, leftOut];
  const all: LatencyMeasurement = {
    ...whole,
    durationMs: times(both, ({ durationMs }) => durationMs),
    valid: times(both, ({ valid }) => valid),
    slow: times(both, ({ slow }) => slow),
    overLimit: whole.overLimit.map((_, at) => times(both, ({ overLimit }) => overLimit[at] ?? 0)),
    slices: [...kept.slices, ...leftOut.slices],
  };
  const expectation = { ...standard, loads, percentile };
  return judgeQuietTime(
    {
      kept: { measurement: kept, generator: quiet },
      leftOut: { measurement: leftOut, generator: noisy },
    },
    expectation,
    sharesMachine ? judgeLatency(all, noisy, expectation) : null,
  );
}

const fast = measured(waits(5400, 2));
const shorter = { durationMs: 27_000 };
const slowed = measured(waits(2700, 2, 25, 10), shorter);
const idsOf = ({ conditions }: ReturnType<typeof judged>) => conditions.map(({ id }) => id);

describe('a service elsewhere', () => {
  it('passes by the time in which the machine was quiet, and the verdict says how much that was', () => {
    const { verdict, explanation } = judged(fast, slowed, false);
    expect(verdict).toBe('pass');
    expect(explanation).toMatch(/^In the 54 of 81\ss that other programs did not disturb, 0 of 5\D400 calls/);
  });

  it('fails by it', () => {
    expect(judged(measured(waits(5400, 25)), slowed, false).verdict).toBe('fail');
  });

  it('blames what disturbed the machine, and not its own length, for too short a time', () => {
    for (const kept of [measured(waits(5400, 2), shorter), measured(waits(200, 2))]) {
      const { verdict, cause } = judged(kept, slowed, false);
      expect([verdict, cause]).toEqual(['inconclusive', 'disturbed']);
    }
  });

  it('is not said never to have been called if all of its calls were left out', () => {
    const found = judged(measured([]), slowed, false);
    expect([found.verdict, found.cause]).toEqual(['inconclusive', 'disturbed']);
    expect(idsOf(found)).not.toContain('no-calls');
  });

  it('does not pass if the rest is slower than the noise explains', () => {
    const slower = measured(waits(2700, 2, 25, 8), shorter);
    const found = judged(fast, slower, false);
    expect(found.verdict).toBe('inconclusive');
    expect(idsOf(found)).toContain('slow-when-disturbed');
    expect(judged(fast, slower, false, { ...standard, percentile: 50 }).verdict).toBe('pass');
    const timesOf = ({ conditions }: ReturnType<typeof judged>) =>
      conditions.find(({ id }) => id === 'slow-when-disturbed')?.longerTimes;
    expect(timesOf(found)).toBeGreaterThan(1.1);
    expect(timesOf(judged(fast, measured(waits(2700, 2, 25, 5), shorter), false))).toBeUndefined();
  });

  it('does not pass if it was slow, or nearly, in all of the rest', () => {
    for (const slowMs of [19.9, 20, 40, 90]) {
      const rest = waits(2700, slowMs, Math.max(21, slowMs), 10);
      expect(judged(fast, measured(rest, shorter), false).verdict, `${slowMs} ms`).toBe('inconclusive');
    }
  });
});

it('goes on towards a fail, whatever the rest was like', () => {
  const found = judged(measured(waits(1080, 2, 25, 60)), slowed, false, {
    ...standard,
    loads: { most: 8, made: 1 },
  });
  expect(found.verdict).toBe('inconclusive');
  expect(idsOf(found)).not.toContain('slow-when-disturbed');
  expect(mayBeDecided({ most: 8, made: 1 }, longestTimes(found.conditions))).toBe(true);
});

describe('a service on the same machine', () => {
  it('goes on where the whole load lacks nothing but calls', () => {
    const few = measured(waits(1080, 2), { durationMs: 10_800 });
    const rest = measured(waits(540, 2, 25, 540), { durationMs: 5400 });
    const found = judged(few, rest, true, { ...standard, loads: { most: 8, made: 1 } });
    expect(idsOf(found)).toContain('disturbed-calls');
    expect(mayBeDecided({ most: 8, made: 1 }, longestTimes(found.conditions))).toBe(true);
  });

  it('passes only if the whole load passes', () => {
    const found = judged(fast, slowed, true);
    expect(found.verdict).toBe('inconclusive');
    expect(idsOf(found)).toContain('disturbed-calls');
    expect(judged(fast, measured(waits(2700, 2), shorter), true).verdict).toBe('pass');
  });

  it('passes by the whole load, although too little of it was quiet', () => {
    const few = measured(waits(270, 2), { durationMs: 2700 });
    const most = measured(waits(5400, 2));
    expect(judged(few, most, false).verdict).toBe('inconclusive');
    const { verdict, explanation } = judged(few, most, true);
    expect(verdict).toBe('pass');
    expect(explanation).not.toContain('other programs');
  });

  it('fails by the quiet time', () => {
    expect(judged(measured(waits(5400, 25)), slowed, true).verdict).toBe('fail');
  });
});
