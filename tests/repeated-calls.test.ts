import { expect, it } from 'vitest';
import { reportedRun } from './cli-run.ts';

it('a service that resets calls, which k6 repeats, does not pass: fresh connections show it', {
  retry: 1,
}, async () => {
  const args = ['load', '--profile', 'quick', '--rate', '475', '--duration', '12s'];
  const run = await reportedRun(args, ['user-reset@every-20th']);
  const { findings } = run.report;
  const finding = findings.find(({ check }) => check === 'user-connections');
  const output = `${run.output}\n${JSON.stringify(finding)}`;
  expect(run.exitCode, output).not.toBe(0);
  expect(finding?.verdict, output).toBe('inconclusive');
  expect(finding?.failures, output).toBeGreaterThan(1);
  const others = findings.filter(({ check }) => /^(sync|encrypt)-connections$/.test(check));
  expect(others.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
