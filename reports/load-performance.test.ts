import { expect, it } from 'vitest';
import { passingReport } from './fixtures/passing.ts';
import { renderLoadPerformance } from './load-performance.ts';

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
