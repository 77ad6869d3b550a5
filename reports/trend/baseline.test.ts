import { describe, expect, it } from 'vitest';
import { endpointResult } from '../fixtures/endpoint.ts';
import { generator, passingReport, run } from '../fixtures/passing.ts';
import type { Finding, Report } from '../report.ts';
import { baselineFindings } from './baseline.ts';
import { compareTimes } from './baseline-times.ts';
import { history } from './history-fixture.ts';
import { normal, seededRandom } from './random.ts';

const reportsOf = (options: Parameters<typeof history>[0]) => history(options).map(({ report }) => report);

function current(factor = 1): Report {
  const endpoints = [
    endpointResult({ name: 'user', requests: 3000, medianMs: 2.1 * factor, spread: 0.23 }),
    endpointResult({ name: 'encrypt', requests: 3000, medianMs: 4.6, spread: 0.2 }),
    endpointResult({ name: 'backup', requests: 40, medianMs: 60, spread: 0.2 }),
  ];
  return passingReport({ run: { ...run, id: 'now' }, endpoints });
}

const byCheck = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ check, verdict }) => [check, verdict]));

describe('against twelve runs', () => {
  const baseline = reportsOf({ runs: 12, noise: 0.02 });

  it('a run like them passes, and a rarely called endpoint is not judged', () => {
    const findings = baselineFindings(current(), baseline);
    expect(byCheck(findings)).toEqual({
      'baseline-latency-user': 'pass',
      'baseline-latency-encrypt': 'pass',
      'baseline-latency-backup': 'not-applicable',
    });
    expect(findings[0]).toMatchObject({
      origin: 'declared',
      clause: '8.response-time',
      samples: 2,
      failures: 0,
    });
    expect(findings[0]?.explanation).toMatch(
      /^p50 2\.1.ms against 2\.\d+.ms of the last 12 baseline runs; up to/,
    );
  });

  it('a slower endpoint fails, and says what was expected', () => {
    const [user, encrypt] = baselineFindings(current(1.6), baseline);
    expect(user).toMatchObject({
      verdict: 'fail',
      title: 'GET /api/v1/user is slower than the baseline',
      failures: 2,
      causes: [{ cause: 'p50 slower', actual: expect.stringMatching(/^3\.36/) }, { cause: 'p90 slower' }],
    });
    expect(encrypt?.verdict).toBe('pass');
  });

  it('a faster one passes', () => {
    expect(baselineFindings(current(0.5), baseline)[0]?.verdict).toBe('pass');
  });

  it('runs that cannot be compared are left out, and counted', () => {
    const odd = (change: Partial<Report>) => ({
      ...passingReport({ run: { ...run, id: 'odd' } }),
      ...change,
    });
    const others = [
      odd({ run: { ...run, id: 'x', profile: 'quick' } }),
      odd({ run: { ...run, id: 'y', completeness: 'interrupted' } }),
      odd({ generator: { ...generator, cores: 64 } }),
      current(),
      ...baseline.slice(0, 1),
    ];
    const [finding] = baselineFindings(current(), [...baseline, ...others]);
    const reasons = [
      'another profile',
      'it did not come to its end',
      'another number of cores',
      'it is this run',
      'it is given twice',
    ];
    for (const reason of reasons)
      expect(finding?.explanation).toContain(`1 baseline run left out: ${reason}.`);
    expect(finding?.explanation).toContain('last 12 baseline runs');
    expect(baselineFindings(current(), others.slice(0, 4))[0]).toMatchObject({
      verdict: 'inconclusive',
      samples: 0,
      explanation: expect.stringContaining('No run of the baseline can be compared.'),
    });
  });
});

describe('against a single run', () => {
  const [single] = reportsOf({ runs: 1, noise: 0.01 });

  it.each([
    [1.1, 'pass'],
    [1.6, 'fail'],
  ])('a run %d times as slow: %s, with the noise that is assumed', (factor, verdict) => {
    const [user] = baselineFindings(current(factor), single === undefined ? [] : [single]);
    expect(user?.verdict).toBe(verdict);
    expect(user?.reading).toContain('One run tells nothing of the noise between runs');
  });
});

describe('one figure', () => {
  const alpha = 0.01 / 8;
  const times = (runs: number, noise: number, random: () => number) =>
    Array.from({ length: runs }, () => 20 * Math.exp(noise * normal(random)));

  it.each([1, 2, 5, 12])('of an unchanged service is hardly ever called slower, with %d runs', (runs) => {
    const random = seededRandom(runs);
    const pages = Array.from({ length: 150 }, () =>
      Array.from({ length: 8 }, () =>
        compareTimes(times(1, 0.04, random)[0] ?? 0, times(runs, 0.04, random), alpha, 0.05),
      ),
    );
    const alarms = pages.filter((page) => page.some(({ verdict }) => verdict === 'fail')).length;
    // Were it once in a hundred, more than 6 of 150 would be seen once in a thousand times.
    expect(alarms).toBeLessThanOrEqual(6);
  });

  it('is not judged by runs that differ too much', () => {
    expect(compareTimes(20, [10, 20, 40, 15, 30], alpha, 0.05).verdict).toBe('inconclusive');
    expect(compareTimes(20, [20, 20.1], alpha, 0.05).verdict).toBe('inconclusive');
  });

  it('is held against the runs since the last change alone', () => {
    const random = seededRandom(1);
    const before = [...times(20, 0.02, random).map((ms) => ms * 3), ...times(12, 0.02, random)];
    expect(compareTimes(30, before, alpha, 0.05)).toMatchObject({ verdict: 'fail', runs: 12 });
  });

  it('is not called slower for less than 0.2 ms', () => {
    const before = Array(12)
      .fill(1)
      .map((ms, index) => ms + index * 1e-4);
    expect(compareTimes(1.15, before, alpha, 0.05).verdict).toBe('pass');
    expect(compareTimes(1.25, before, alpha, 0.05).verdict).toBe('fail');
  });
});
