import { expect, it } from 'vitest';
import { failingReport } from './fixtures/failing.ts';
import { passingReport } from './fixtures/passing.ts';
import { renderPrometheus } from './prometheus.ts';
import type { Report } from './report.ts';

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
