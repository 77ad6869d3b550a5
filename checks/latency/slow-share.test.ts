import { expect, it } from 'vitest';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, standard, waits } from './latency-fixture.ts';

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
  expect(judged(isAll ? evenly : [0, slow, ...Array<number>(14).fill(0)])).toBe(together);
});

it('takes dropped calls, which have no time, as one accident', () => {
  const verdictOf = (...given: Parameters<typeof measured>) =>
    judgeLatency(measured(...given), quiet, standard).verdict;
  expect(verdictOf(waits(5400, 2, 25, 180))).toBe('pass');
  expect(verdictOf(waits(5400, 2), { dropped: 5 })).toBe('pass');
  expect(verdictOf(waits(5400, 2), { dropped: 30 })).toBe('inconclusive');
});

it('is judged for each percentile by what counts for it', () => {
  const readingsOf = (given: Parameters<typeof judgeLatency>[0]) =>
    Object.fromEntries(
      judgeLatency(given, quiet, standard).readings.map(({ reading, verdict }) => [reading, verdict]),
    );
  const notSent = readingsOf(measured(waits(5400, 2), { dropped: 60, unsent: 40 }));
  expect(notSent).toMatchObject({ median: 'pass', p90: 'pass', p99: 'inconclusive' });
  const calls = measured(waits(54_000, 2), { reopened: 270, durationMs: 600_000 });
  const reopening = { ...calls, slices: calls.slices.map((slice) => ({ ...slice, setUp: 4.5 })) };
  expect(readingsOf(calls)).toMatchObject({ p99: 'pass', 'p99.9': 'pass' });
  expect(readingsOf(reopening)).toMatchObject({ p99: 'pass', 'p99.9': 'inconclusive' });
});

it('takes all slow calls as one accident where too few slices show how they cluster', () => {
  const calls = measured(waits(5400, 2, 25, 180));
  const inSlices = (count: number) => {
    const slice = { n: 5400 / count, slow: 30 / count, failed: 0, late: 0, repeated: 0, setUp: 0 };
    const slices = Array.from({ length: count }, () => ({ ...slice, isDisturbed: false }));
    return judgeLatency({ ...calls, slices }, quiet, standard).verdict;
  };
  expect([15, 20, 30].map(inSlices)).toEqual(['inconclusive', 'pass', 'pass']);
});
