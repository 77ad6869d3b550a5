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
  expect(judged(isAll ? evenly : [slow, ...Array<number>(15).fill(0)])).toBe(together);
});
