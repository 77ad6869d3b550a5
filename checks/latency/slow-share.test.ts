import { describe, expect, it } from 'vitest';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, slowBounds, standard, waits } from './latency-fixture.ts';
import type { LatencyMeasurement, LatencySlice } from './measurement.ts';

it.each<[string, number[], string, string]>([
  ['0.5 % at 25 ms', waits(5400, 2, 25, 200), 'pass', 'inconclusive'],
  ['6 % at 25 ms', waits(5400, 2, 25, 16), 'fail', 'inconclusive'],
  ['all at 25 ms', waits(5400, 25), 'fail', 'fail'],
])('takes slow calls of one connection as few accidents: %s', (_, waitsMs, spread, together) => {
  const slow = measured(waitsMs).slow;
  const isAll = slow === waitsMs.length;
  const judged = (slowByUser: readonly number[]) =>
    judgeLatency(measured(waitsMs, { slowByUser }), quiet, standard).verdict;
  const evenly = Array<number>(16).fill(slow / 16);
  expect(judged(evenly)).toBe(spread);
  expect(judged(isAll ? evenly : [slow, ...Array<number>(15).fill(0)])).toBe(together);
});

it('takes dropped calls, which have no time, as one accident', () => {
  const verdictOf = (...given: Parameters<typeof measured>) =>
    judgeLatency(measured(...given), quiet, standard).verdict;
  expect(verdictOf(waits(5400, 2, 25, 180))).toBe('pass');
  expect(verdictOf(waits(5400, 2), { dropped: 5 })).toBe('pass');
  expect(verdictOf(waits(5400, 2), { dropped: 30 })).toBe('inconclusive');
});

it('is judged for each percentile by what counts for it', () => {
  const verdictsOf = (given: Parameters<typeof judgeLatency>[0], ...percentiles: readonly number[]) =>
    percentiles.map((percentile) => judgeLatency(given, quiet, { ...standard, percentile }).verdict);
  const notSent = measured(waits(5400, 2), { dropped: 60, unsent: 40 });
  expect(verdictsOf(notSent, 50, 90, 99)).toEqual(['pass', 'pass', 'inconclusive']);
  const calls = measured(waits(54_000, 2), { reopened: 270, durationMs: 600_000 });
  const reopening = { ...calls, slices: calls.slices.map((slice) => ({ ...slice, setUp: 4.5 })) };
  expect(verdictsOf(calls, 99, 99.9)).toEqual(['pass', 'pass']);
  expect(verdictsOf(reopening, 99, 99.9)).toEqual(['pass', 'inconclusive']);
});

it('takes all slow calls as one accident where too few slices show how they cluster', () => {
  const calls = measured(waits(5400, 2, 25, 180));
  const inSlices = (count: number) => {
    const slice = { n: 5400 / count, slow: 30 / count, failed: 0, late: 0, repeated: 0, setUp: 0 };
    const slices = Array.from({ length: count }, () => ({ ...slice, isDisturbed: false }));
    return judgeLatency({ ...calls, slices }, quiet, standard).verdict;
  };
  expect([15, 20, 30].map(inSlices)).toEqual(['inconclusive', 'pass', 'pass']);
  const clean = measured(waits(5400, 2));
  const [whole] = measured(waits(5400, 2)).slices;
  expect(
    judgeLatency({ ...clean, slices: [{ ...whole, n: 5400 } as LatencySlice] }, quiet, standard).verdict,
  ).toBe('pass');
});

describe('calls that prove nothing', () => {
  const fast = { ...measured(waits(5400, 2)), reopened: 600 };
  const verdictOf = (calls: LatencyMeasurement, change: (at: number) => Partial<LatencySlice>) => {
    const slices = calls.slices.map((slice, at) => ({ ...slice, ...change(at) }));
    return judgeLatency({ ...calls, slices }, quiet, standard).verdict;
  };

  it.each(['late', 'repeated', 'setUp'])('are one accident if they come together: %s', (why) => {
    expect(verdictOf(fast, (at) => ({ [why]: at % 2 }))).toBe('pass');
    expect(verdictOf(fast, (at) => ({ [why]: at === 30 ? 30 : 0 }))).toBe('inconclusive');
  });

  it('do not make a stall look like single slow calls', () => {
    const stalled = measured([...waits(2430, 2), ...waits(270, 500), ...waits(2700, 2)]);
    expect(verdictOf(stalled, () => ({}))).toBe('inconclusive');
    expect(verdictOf(stalled, () => ({ repeated: 20 }))).toBe('inconclusive');
  });
});

it('is in the report with its bounds', () => {
  const of = (...given: Parameters<typeof measured>) => judgeLatency(measured(...given), quiet, standard);
  const clean = of(waits(5400, 2));
  expect(clean.counts.share_under_limit_interval?.lower).toBeCloseTo(0.99902, 5);
  expect(clean.counts.share_under_limit_interval?.upper).toBe(1);
  const burst = of([...waits(2600, 2), ...waits(54, 500), ...waits(2746, 2)]);
  const spread = of(waits(5400, 2, 500, 100));
  expect(burst.counts.share_under_limit_interval?.lower).toBeLessThan(0.95);
  expect(spread.counts.share_under_limit_interval?.lower).toBeGreaterThan(0.98);
  expect(1 - slowBounds(measured(waits(5400, 2, 500, 20))).lower).toBeCloseTo(0.962, 2);
});

it('counts calls that may seem fast by what was taken off for the network', () => {
  const handshakes = [{ upToMs: 5, count: 600 }];
  const far = { ...quiet, roundTrip: { floorMs: 10, p95Ms: 10.8 }, handshakes };
  const verdictOf = (waitsMs: readonly number[]) =>
    judgeLatency(measured(waitsMs, { takenOffMs: 9 }), far, { ...standard, limitAt: 'service' }).verdict;
  expect(verdictOf(waits(5400, 15))).toBe('pass');
  expect(verdictOf([...waits(2700, 15), ...waits(2700, 25)])).toBe('inconclusive');
});
