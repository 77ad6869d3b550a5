import { describe, expect, it } from 'vitest';
import { judgeLatency } from './judge-latency.ts';
import { measured, quiet, standard, waits } from './latency-fixture.ts';
import { certainFailCount, earlyLooks, farOverMs } from './refutation.ts';

const planned = 5400;
const wholeMs = 54_000;
const looking = { ...standard, earlyLooks: earlyLooks(wholeMs) };
const slowMs = 20 + farOverMs + 1;

describe('the number of slow calls that makes a fail certain', () => {
  const count = certainFailCount(planned, wholeMs, looking) ?? Number.NaN;

  it('is a part of the calls planned, and worth ten seconds at least', () => {
    expect(count).toBeGreaterThanOrEqual(planned * (10 / 54));
    expect(count).toBeLessThan(planned / 3);
  });

  it('fails the whole run though all other calls are fast', () => {
    const whole = measured([...waits(count, slowMs), ...waits(planned - count, 2)]);
    expect(judgeLatency(whole, quiet, looking).verdict).toBe('fail');
  });

  it('fails the part of the run that was made', () => {
    const durationMs = (wholeMs * count) / planned;
    const part = measured(waits(count, slowMs), { durationMs });
    expect(judgeLatency(part, quiet, { ...looking, stoppedEarly: true }).verdict).toBe('fail');
  });

  it('grows with the share that the percentile allows', () => {
    const p95 = certainFailCount(planned, wholeMs, { ...looking, percentile: 95 }) ?? Number.NaN;
    expect(p95).toBeGreaterThan(count);
  });

  it.each(['every', 50] as const)('does not exist for %s', (percentile) => {
    expect(certainFailCount(planned, wholeMs, { ...looking, percentile })).toBeNull();
  });

  it('does not exist in ten seconds', () => {
    expect(certainFailCount(1000, 10_000, looking)).toBeNull();
  });
});

it('shares the chance of a wrong fail among the looks', () => {
  const between = measured(waits(1200, 2, 60, 40), { durationMs: 12_000 });
  expect(judgeLatency(between, quiet, looking).verdict).toBe('fail');
  expect(judgeLatency(between, quiet, { ...looking, stoppedEarly: true }).verdict).toBe('inconclusive');
});
