import { expect, it } from 'vitest';
import { readReport } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

it('a service that resets calls, which k6 repeats, does not pass: fresh connections show it', {
  retry: 1,
}, async () => {
  const service = await startService({ token: canary, variants: ['user-reset@every-20th'] });
  const args = ['load', '--profile', 'quick', '--rate', '475', '--duration', '12s'];
  const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
  const run = await cli(args, { env }).finally(() => service.stop());
  const { findings } = readReport(filesIn(run.folder)['report.json'] ?? '');
  const finding = findings.find(({ check }) => check === 'user-connections');
  const output = `${run.output}\n${JSON.stringify(finding)}`;
  expect(run.exitCode, output).not.toBe(0);
  expect(finding?.verdict, output).toBe('inconclusive');
  expect(finding?.failures, output).toBeGreaterThan(1);
  const others = findings.filter(({ check }) => /^(sync|encrypt)-connections$/.test(check));
  expect(others.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
