import { describe, expect, it } from 'vitest';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, slowBounds, standard, waits } from './latency-fixture.ts';
import type { LatencyMeasurement, LatencySlice } from './measurement.ts';

const judge = (measurement: LatencyMeasurement, generator = quiet) =>
  judgeLatency(measurement, generator, standard);

/** Adds `late` to each slice. */
function inSlices(
  measurement: LatencyMeasurement,
  change: (slice: LatencySlice, index: number) => LatencySlice,
) {
  return { ...measurement, slices: measurement.slices.map(change) };
}

describe('calls that the generator made late', () => {
  it('count as slow where they might have met a stall, and the report says how many', () => {
    const fast = measured(waits(5400, 2));
    const few = judge(inSlices(fast, (slice, index) => ({ ...slice, late: index % 7 === 3 ? 1 : 0 })));
    expect(few).toMatchObject({ verdict: 'pass', counts: { slow: 9 } });
    const late = inSlices(fast, (slice) => ({ ...slice, late: 2 }));
    const many = judge(late);
    expect(many).toMatchObject({ verdict: 'inconclusive', counts: { slow: 120 } });
    expect(slowBounds(late).lower).toBe(0);
    expect(many.explanation).toContain('120 of 5\u202f400 calls count as slow');
    expect(many.slowCalls).toEqual([{ what: 'sent late by this machine', count: 120 }]);
    const both = judge(inSlices(measured(waits(5400, 2, 25, 20)), (slice) => ({ ...slice, late: 2 })));
    expect(both.slowCalls.map(({ count }) => count)).toEqual([270, 120]);
  });

  it('are not held against the service, nor are some that were due after them', () => {
    const slow = measured(waits(5400, 2, 25, 20));
    expect(judge(slow).verdict).toBe('fail');
    const verdictOf = (late: number, lateSlow = late, of = slow) => judge({ ...of, late, lateSlow }).verdict;
    expect([270, 135, 5].map((late) => verdictOf(late))).toEqual(['inconclusive', 'inconclusive', 'fail']);
    expect([70, 50, 33].map((lateSlow) => verdictOf(270, lateSlow))).toEqual([
      ...['inconclusive', 'inconclusive', 'fail'],
    ]);
    expect(verdictOf(60)).toBe('fail');
    expect(verdictOf(200, 200, measured(waits(5400, 25)))).toBe('fail');
  });

  it('excuse nothing where they were fast themselves', () => {
    expect(judge({ ...measured(waits(5400, 2, 25, 20)), late: 100, lateSlow: 2 }).verdict).toBe('fail');
  });

  it('leave nothing to hold against it where they were many', () => {
    const slow = measured(waits(5400, 2, 25, 20));
    expect(judge(inSlices(slow, (slice) => ({ ...slice, isDisturbed: true }))).verdict).toBe('inconclusive');
    expect(judge(inSlices(slow, (slice, index) => ({ ...slice, isDisturbed: index < 3 }))).verdict).toBe(
      'fail',
    );
  });

  it('leave what the other slices show where they were many', () => {
    const verdictOf = (every: number) =>
      judge(
        inSlices(measured(waits(5400, 2, 25, every)), (slice, index) => ({
          ...slice,
          isDisturbed: index % 3 > 0,
        })),
      ).verdict;
    expect([30, 120].map(verdictOf)).toEqual(['fail', 'inconclusive']);
  });

  it('leave no failures to hold against it there either', () => {
    const failing = (isDisturbed: boolean) => {
      const calls = inSlices(measured(waits(5280, 2)), (slice) => {
        return { ...slice, n: slice.n + 5, failed: 5, isDisturbed };
      });
      return judge({ ...calls, valid: 5580, failed: 300, unanswered: 300 }).verdict;
    };
    expect([failing(false), failing(true)]).toEqual(['fail', 'inconclusive']);
  });

  it('keep the run from a pass where they were too many', () => {
    const { verdict, explanation, remedy } = judge({ ...measured(waits(5400, 2)), late: 280 });
    expect(verdict).toBe('inconclusive');
    expect(explanation).toMatch(
      / 280 of 5\D400 calls were made 5\sms late or later, because this machine was busy\.$/,
    );
    expect(remedy).toMatch(/quieter/);
  });
});

describe('connections that the service closes', () => {
  const calls = (reopened: number, setUp: number) => ({
    ...inSlices(measured(waits(5400, 2)), (slice) => ({ ...slice, setUp })),
    reopened,
  });
  const closing = (reopened: number, setUp: number) => judge(calls(reopened, setUp));

  it('do not pass without the time to set them up, and never fail', () => {
    expect(closing(5400, 90)).toMatchObject({ verdict: 'inconclusive', counts: { slow: 5400 } });
    expect(slowBounds(calls(5400, 90)).lower).toBe(0);
    expect(closing(5400, 90).slowCalls).toEqual([{ what: 'had to reconnect', count: 5400 }]);
    expect(closing(5400, 0).verdict).toBe('pass');
  });

  it('are forgiven where they are as few as calls that may be slow', () => {
    expect(closing(50, 1)).toMatchObject({ verdict: 'pass', counts: { slow: 0 } });
  });
});

it('calls of which k6 may have timed only the last attempt count as slow for a pass, and never for a fail', () => {
  const calls = inSlices(measured(waits(5400, 2)), (slice) => ({ ...slice, repeated: 2 }));
  const repeated = judge(calls);
  expect(repeated).toMatchObject({ verdict: 'inconclusive', counts: { slow: 120 } });
  expect(slowBounds(calls).lower).toBe(0);
  expect(repeated.slowCalls).toEqual([{ what: 'probably repeated by k6', count: 120 }]);
  const bursts = judge(
    inSlices(measured(waits(5400, 2)), (slice, at) => ({ ...slice, repeated: at === 30 ? 30 : 0 })),
  );
  expect([bursts.verdict, bursts.counts.slow]).toEqual(['inconclusive', 30]);
});
