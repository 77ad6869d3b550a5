import { describe, expect, it } from 'vitest';
import { judgeLatency } from './judge-latency.ts';
import { controlOf, measured, plain, quiet, standard, waits } from './latency-fixture.ts';

const idsOf = (finding: ReturnType<typeof judgeLatency>) => finding.conditions.map(({ id }) => id);

describe('an endpoint that may be called only a few times', () => {
  const few = (waitsMs: readonly number[], generator = quiet, expectation = standard) =>
    judgeLatency(measured(waitsMs, { sampleLimited: true }), generator, expectation);

  it('is refuted, left open, or not judged', () => {
    expect(few(waits(16, 300)).verdict).toBe('fail');
    expect(few([...waits(14, 2), 300, 300]).verdict).toBe('inconclusive');
    expect(few([...waits(15, 2), 300])).toMatchObject({ verdict: 'not-applicable' });
    expect(few([...waits(15, 2), 300]).explanation).toMatch(
      /^16 calls, 1 slow, show only that at least 6\d\.\d\d/,
    );
    expect(few(waits(16, 2))).toMatchObject({ verdict: 'not-applicable' });
    expect(few(waits(16, 2)).explanation).toContain(
      '16 calls, 0 slow, show only that at least 74.98\u00a0% are under the limit (99 % confidence)',
    );
    expect(idsOf(few(waits(16, 2)))).toContain('undecided-backups');
    expect(few([]).verdict).toBe('not-applicable');
    expect(few(waits(5400, 2)).verdict).toBe('pass');
  });

  it('is left open by many slow calls too if no noise was measured', () => {
    expect(few([...waits(14, 2), 300, 300], plain).verdict).toBe('inconclusive');
    expect(few(waits(16, 2), plain).verdict).toBe('not-applicable');
  });

  it('is refuted by fewer slow calls where every call must be fast', () => {
    const calls = [...waits(13, 2), 300, 300, 300];
    const every = { ...standard, percentile: 'every' as const };
    expect([few(calls).verdict, few(calls, quiet, every).verdict]).toEqual(['inconclusive', 'fail']);
    expect(few(waits(16, 2), quiet, every).verdict).toBe('not-applicable');
  });

  it('is not judged by slow calls that the noise of the machine explains', () => {
    const noisy = { ...quiet, control: controlOf([...Array(90).fill(0.2), ...Array(10).fill(12)]) };
    const judged = (slow: number) =>
      judgeLatency(
        measured([...waits(7 - slow, 2), ...Array(slow).fill(25)], { sampleLimited: true }),
        noisy,
        standard,
      );
    expect(judged(2).verdict).toBe('not-applicable');
    expect(judged(5).verdict).toBe('inconclusive');
  });

  it('is not judged by calls that this machine sent late', () => {
    const changes = { sampleLimited: true, late: 2, lateSlow: 2 };
    const measurement = measured(waits(5, 2), changes);
    const slices = measurement.slices.map((slice, at) => ({ ...slice, late: at < 2 ? 1 : 0 }));
    const finding = judgeLatency({ ...measurement, slices }, quiet, standard);
    expect(finding.counts.slow).toBe(2);
    expect(idsOf(finding)).toContain('late-calls');
    expect(finding.verdict).toBe('not-applicable');
  });

  it('is not judged by calls that were not sent', () => {
    const finding = judgeLatency(
      measured([...waits(5, 2), 25], { sampleLimited: true, dropped: 2 }),
      quiet,
      standard,
    );
    expect(finding.counts.slow).toBe(3);
    expect(finding.verdict).toBe('not-applicable');
  });
});
