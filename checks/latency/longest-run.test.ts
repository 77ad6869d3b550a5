import { expect, it } from 'vitest';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, standard, waits } from './latency-fixture.ts';

const judged = (count: number, durationMs: number) =>
  judgeLatency(measured(waits(count, 2), { durationMs }), quiet, standard);

it.each([
  [200, 40_000, 'few-calls', /200 calls are too few for p99.*\.$/, /^Run the test 2\.7 times longer/],
  [200, 2000, 'short-window', /This run would have shown only stalls of up to.*\.$/, /^Measure for at least/],
] as const)('of %i calls in %i ms, the reason and the remedy belong to %s', (count, ms, id, why, what) => {
  const { cause, explanation, remedy } = judged(count, ms);
  expect(cause).toBe(id);
  expect(explanation).toMatch(why);
  expect(remedy).toMatch(what);
});
