import { DOMParser } from '@xmldom/xmldom';
import { expect, it, test } from 'vitest';
import { reports } from '../every-report-fixture.ts';
import { failingReport } from '../failing-fixture.ts';
import { passingReport, run } from '../passing-fixture.ts';
import type { Report } from '../report.ts';
import { renderBadge, renderLoadPerformance, renderPrometheus } from './other-formats.ts';

const titleOf = (svg: string) =>
  new DOMParser().parseFromString(svg, 'image/svg+xml').getElementsByTagName('title')[0]?.textContent;

test.each(Object.entries(reports))('the badge of a report that is %s is small', (_, report) => {
  expect(renderBadge(report()).length).toBeLessThan(1000);
});

test('it says what was run and what came of it', () => {
  expect(titleOf(renderBadge(passingReport()))).toBe('gate: pass');
  expect(titleOf(renderBadge(failingReport()))).toBe('gate: fail');
  expect(titleOf(renderBadge(passingReport({ run: { ...run, completeness: 'broken' } })))).toBe(
    'gate: no verdict',
  );
});

test('it says that a failure was waived', () => {
  const { findings } = failingReport();
  expect(titleOf(renderBadge(passingReport({ findings, verdict: 'pass' })))).toBe('gate: pass, 1 waived');
});

test('a name is text, whatever it is', () => {
  expect(titleOf(renderBadge(passingReport({ run: { ...run, scenario: '<g>&"' } })))).toBe('<g>&": pass');
});

it('counts as failed checks what failed the run, not what is waived or recorded only', () => {
  const report = passingReport();
  const [one, two, three, ...others] = report.findings;
  if (one === undefined || two === undefined || three === undefined) throw new Error('too few findings');
  const checksWith = (findings: typeof report.findings) =>
    JSON.parse(renderLoadPerformance({ ...report, findings })).metrics.checks;
  const { passes } = checksWith(report.findings);
  const failed = { ...one, verdict: 'fail' as const };
  expect(checksWith([failed, two, three, ...others])).toEqual({ passes: passes - 1, fails: 1 });
  const waived = { ...failed, waiver: { reason: 'known', expires: '2030-01-01' } };
  const recorded = { ...two, verdict: 'fail' as const, origin: 'observed' as const };
  expect(checksWith([waived, recorded, three, ...others])).toEqual({ passes: passes - 2, fails: 0 });
});

it('gives no response time to a merge request where calls were too few for a percentile', () => {
  const report = passingReport();
  const waitingIn = (known: readonly number[]) => {
    const endpoints = report.endpoints.map((endpoint) => {
      const percentiles = known.map((percentile) => ({ percentile, ms: percentile / 10 }));
      return { ...endpoint, percentiles };
    });
    return JSON.parse(renderLoadPerformance({ ...report, endpoints })).metrics.http_req_waiting;
  };
  expect(waitingIn([50, 90, 95])).toEqual({ 'p(90)': 9, 'p(95)': 9.5 });
  expect(waitingIn([50, 90])).toEqual({ 'p(90)': 9 });
  expect(waitingIn([50])).toBeUndefined();
});

function linesOf(report: Report, name: string): string[] {
  return renderPrometheus(report)
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`));
}

it('has one series for each verdict, of which one is 1', () => {
  const own = 'scenario="gate",target="embedded"';
  const report = passingReport();
  expect(linesOf({ ...report, run: { ...report.run, embeddedService: true } }, 'harness_verdict')).toEqual([
    `harness_verdict{${own},verdict="pass"} 1`,
    `harness_verdict{${own},verdict="fail"} 0`,
    `harness_verdict{${own},verdict="inconclusive"} 0`,
    `harness_verdict{${own},verdict="none"} 0`,
  ]);
});

it('says which clauses are broken, and nothing of those that were not judged', () => {
  const report = failingReport();
  const broken = report.clauses.filter(({ state }) => state === 'broken' || state === 'declaration-broken');
  const failed = linesOf(report, 'harness_clause_failed');
  expect(broken.length).toBeGreaterThan(0);
  expect(failed.filter((line) => line.endsWith(' 1'))).toHaveLength(broken.length);
  expect(failed.length).toBeLessThan(report.clauses.length);
});

it('says of a run without a verdict that it has none, and nothing else', () => {
  const report = passingReport();
  const interrupted = { ...report, run: { ...report.run, completeness: 'interrupted' } } as const;
  expect(linesOf(interrupted, 'harness_verdict').at(-1)).toMatch(/verdict="none"} 1$/);
  expect(renderPrometheus(interrupted)).not.toMatch(/harness_under_limit_ratio|harness_clause_failed/);
  expect(linesOf(interrupted, 'harness_run_timestamp_seconds')).toHaveLength(1);
});

it('escapes what would end a label', () => {
  const report = passingReport();
  const odd = { ...report, run: { ...report.run, target: 'http://a/"\\\n' } };
  expect(linesOf(odd, 'harness_run_timestamp_seconds')[0]).toContain('target="http://a/\\"\\\\');
  expect(linesOf(odd, 'harness_run_timestamp_seconds')).toHaveLength(1);
});
