import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../checks/statistics/random.ts';
import { comparedReport } from '../fixtures/compared.ts';
import { passingFindings, withFinding } from '../fixtures/findings.ts';
import { passingReport, run } from '../fixtures/passing.ts';
import { renderHtml } from '../html/html.ts';
import { renderJson } from '../json.ts';
import { readReport } from '../read-report.ts';
import type { EndpointResult, Report } from '../report.ts';
import { type Merge, mergeReports } from './merge.ts';
import { callsOf, nearestRank, reportOfCalls } from './sampled-fixture.ts';

function merged(merge: Merge): Report {
  if (!merge.ok) throw new Error(merge.problems.join('\n'));
  return merge.report;
}

function onlyEndpoint({ endpoints }: Report): EndpointResult {
  const [endpoint] = endpoints;
  if (endpoint === undefined) throw new Error('The report has no endpoint.');
  return endpoint;
}

function withEffect(report: Report, designEffect: number): Report {
  const endpoints = report.endpoints.map((endpoint) =>
    endpoint.latency === null ? endpoint : { ...endpoint, latency: { ...endpoint.latency, designEffect } },
  );
  return { ...report, endpoints };
}

it('keeps what comparisons with another service say, in their own words', () => {
  const parts = ['a', 'b'].map((id) => comparedReport({ run: { ...run, id } }));
  const { findings, verdict } = merged(mergeReports(parts));
  const compared = findings.filter(({ check }) => check.startsWith('compare-latency'));
  expect(compared.map((finding) => finding.verdict)).toEqual(['pass', 'fail', 'inconclusive']);
  expect(compared[1]?.explanation).toBe('Slower by 13.3 % ± 1.1 % at the median: 5.21 ms against 4.6 ms.');
  expect(verdict).toBe('fail');
});

it('names the seed that all generators had, and none where they had several', () => {
  const seedOf = (...seeds: number[]) => {
    const parts = seeds.map((seed, index) => passingReport({ run: { ...run, id: `part ${index}`, seed } }));
    return merged(mergeReports(parts)).run.seed;
  };
  expect([seedOf(5, 5), seedOf(5, 6)]).toEqual([5, undefined]);
});

describe('two halves of one run', () => {
  const calls = callsOf(24_000, seededRandom(3));
  const whole = onlyEndpoint(reportOfCalls(calls, 'whole'));
  const first = reportOfCalls(
    calls.filter((_, index) => index % 2 === 0),
    'a',
  );
  const second = reportOfCalls(
    calls.filter((_, index) => index % 2 === 1),
    'b',
  );
  const report = merged(mergeReports([first, second]));
  const endpoint = onlyEndpoint(report);

  it('have the counts of the whole', () => {
    const countsOf = ({
      requests,
      answered,
      failed,
      dropped,
      lost,
      slow,
      histogram,
      maxMs,
    }: EndpointResult) => ({
      ...{ requests, answered, failed, dropped, lost, slow, maxMs },
      histogram: histogram.filter(({ count }) => count > 0),
    });
    expect(countsOf(endpoint)).toEqual(countsOf(whole));
    expect(endpoint.share_under_limit).toBe(whole.share_under_limit);
    expect(endpoint.meanMs).toBeCloseTo(whole.meanMs ?? 0, 9);
    const perSlice = ({ timeline }: EndpointResult) =>
      timeline.map(({ requests, slow, failed }) => ({ requests, slow, failed }));
    expect(perSlice(endpoint)).toEqual(perSlice(whole));
  });

  it('have the percentiles of the whole within the error stated', () => {
    const times = calls.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b);
    expect(endpoint.percentiles.map(({ percentile }) => percentile)).toEqual(
      expect.arrayContaining(whole.percentiles.map(({ percentile }) => percentile)),
    );
    for (const { percentile, ms } of endpoint.percentiles) {
      const truth = nearestRank(times, percentile);
      expect(Math.abs(ms / truth - 1), `p${percentile}: ${ms} for ${truth}`).toBeLessThan(0.05);
    }
    expect(endpoint.latency?.conditions.at(-1)?.reason).toContain('within ±5 %');
  });

  it('make a report that its schema and its page know', () => {
    expect(readReport(renderJson(report))).toEqual(report);
    expect(renderHtml(report)).toContain('Merged from 2 generators');
    expect(report.run.id).toBe('a + b');
    expect(report.load?.achievedRate).toBe((first.load?.achievedRate ?? 0) * 2);
  });
});

it('adds findings, observations and errors', () => {
  const failing = withFinding(passingFindings(3000), 'user-id-prefix', {
    verdict: 'fail',
    failures: 7,
    title: 'user.id does not start with `usr_`',
    causes: [{ cause: 'another prefix', count: 7, expected: 'usr_', actual: 'u', evidence: [] }],
  });
  const errors = [{ endpoint: 'GET /api/v1/user', cause: 'HTTP 503', count: 3, example: '' }];
  const parts = [
    passingReport({ run: { ...run, id: 'a' }, errors }),
    passingReport({ run: { ...run, id: 'b' }, findings: failing, errors }),
  ];
  const report = merged(mergeReports(parts));
  expect(report.verdict).toBe('fail');
  expect(report.reason).toContain('7 of 6000 on 2 generators');
  const prefix = report.findings.find(({ check }) => check === 'user-id-prefix');
  expect(prefix).toMatchObject({ verdict: 'fail', samples: 6000, failures: 7, causes: [{ count: 7 }] });
  expect(report.findings).toHaveLength(failing.length);
  expect(report.clauses.find(({ id }) => id === '2.user.id')?.state).toBe('broken');
  expect(report.errors).toEqual([{ ...errors[0], count: 6 }]);
  const status = report.observations.find(({ id }) => id === 'status-values');
  expect(status?.values).toEqual([
    { value: 'verified', count: 5780 },
    { value: 'pending', count: 244 },
  ]);
});

it('keeps what decided in a part besides its findings', () => {
  const causes = [
    { verdict: 'inconclusive', text: 'A threshold of k6 was crossed.', remedy: '', check: null },
  ] as const;
  const parts = [
    passingReport({ run: { ...run, id: 'a' }, verdict: 'inconclusive', causes }),
    passingReport({ run: { ...run, id: 'b' } }),
  ];
  expect(merged(mergeReports(parts))).toMatchObject({ verdict: 'inconclusive', causes });
});

it('does not hold a waiver against the run that another generator needed', () => {
  const waiver = { reason: 'mended soon', expires: '2026-06-30' };
  const findings = withFinding(passingFindings(3000), 'user-id-prefix', {
    verdict: 'fail',
    failures: 1,
    waiver,
  });
  const idle = {
    verdict: 'fail',
    text: 'The waiver of user-id-prefix is unused: the check passes.',
    remedy: '',
    check: 'user-id-prefix',
  } as const;
  const parts = [
    passingReport({ run: { ...run, id: 'a' }, findings }),
    passingReport({ run: { ...run, id: 'b' }, verdict: 'fail', causes: [idle] }),
  ];
  expect(merged(mergeReports(parts)).verdict).toBe('pass');
});

describe('counts', () => {
  const part = fc.record({
    seed: fc.integer(),
    count: fc.integer({ min: 1, max: 60 }),
    failures: fc.integer({ min: 0, max: 50 }),
    designEffect: fc.double({ min: 1, max: 9, noNaN: true }),
  });
  const three = fc.tuple(part, part, part).map((parts) =>
    parts.map(({ seed, count, failures, designEffect }, index) => {
      const findings = withFinding(passingFindings(count), 'user-id-prefix', { failures });
      return withEffect(
        reportOfCalls(callsOf(count, seededRandom(seed)), `run-${index}`, { findings }),
        designEffect,
      );
    }),
  );
  const counted = (merge: Merge) => {
    const { run: whole, endpoints, findings, observations, load } = merged(merge);
    const exact = endpoints.map(({ latency, meanMs, parts, ...counts }) => {
      const effect = latency?.designEffect ?? 1;
      return { counts: { ...counts, share_under_limit_interval: null }, effect, mean: meanMs ?? 0 };
    });
    const judged = findings.map(({ check, endpoint, verdict, samples, failures }) => ({
      check,
      endpoint,
      verdict,
      samples,
      failures,
    }));
    return { whole: { ...whole, reproduce: '' }, exact, judged, observations, load };
  };

  /** Sums of fractions in another order differ in their last digits. */
  const about = (result: ReturnType<typeof counted>) => ({
    ...result,
    exact: result.exact.map(({ counts, effect, mean }) => ({
      counts,
      effect: expect.closeTo(effect, 6),
      mean: expect.closeTo(mean, 6),
    })),
  });

  it('do not depend on the order of the generators', () => {
    fc.assert(
      fc.property(three, (reports) => {
        expect(counted(mergeReports(reports.toReversed()))).toEqual(about(counted(mergeReports(reports))));
      }),
      { numRuns: 40 },
    );
  });

  it('are the same when merged runs are merged', () => {
    fc.assert(
      fc.property(three, ([a, b, c]) => {
        if (a === undefined || b === undefined || c === undefined) return;
        const stepwise = mergeReports([merged(mergeReports([a, b])), c]);
        const { exact, ...rest } = counted(stepwise);
        const { exact: counts, ...whole } = about(counted(mergeReports([a, b, c])));
        expect(rest).toEqual(whole);
        expect(exact.map(({ effect, ...same }) => same)).toEqual(counts.map(({ effect, ...same }) => same));
      }),
      { numRuns: 40 },
    );
  });
});
