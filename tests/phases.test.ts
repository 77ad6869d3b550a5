import { describe, expect, it } from 'vitest';
import { type Report, readReport } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { onQuietMachine } from './busy-machine.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

async function load(variant: string, ...args: string[]) {
  const service = await startService({ token: canary, variants: [variant] });
  try {
    const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
    const run = await cli(['load', '--profile', 'quick', ...args], { env });
    const report: Report = JSON.parse(filesIn(run.folder)['report.json'] ?? '{}');
    return { ...run, report };
  } finally {
    await service.stop();
  }
}

it('a service that is certain to fail ends the run early, and leaves its other endpoints open', {
  timeout: 300_000,
}, async (context) => {
  const { report, exitCode, output } = await onQuietMachine(
    context,
    () => load('user-slow', '--duration', '30s'),
    (run) => run.exitCode === 1,
  );
  expect(exitCode, output).toBe(1);
  expect(report.run.completeness).toBe('complete');
  expect(report.load?.stoppedEarly).toBe(true);
  expect(report.load?.measuredMs).toBeGreaterThan(9000);
  expect(report.load?.measuredMs).toBeLessThan(28_000);
  const [user] = report.endpoints;
  expect(user?.latency?.verdict).toBe('fail');
  expect(user?.failed).toBe(0);
  const sync = report.endpoints.find(({ name }) => name === 'sync');
  expect(sync?.latency?.verdict).toBe('inconclusive');
  expect(sync?.latency?.conditions.map(({ id }) => id)).toContain('stopped-early');
});

const warming = await load('warming-up', '--duration', '5s');

describe('a service that grows faster while it warms up', () => {
  const { report, output } = warming;

  it('does not fail', () => {
    expect(
      report.findings.filter(({ verdict }) => verdict === 'fail'),
      output,
    ).toEqual([]);
    expect(report.endpoints[0]?.requests).toBeGreaterThan(500);
  });

  it('is waited for, so that the measured time shows it warm', () => {
    expect(report.load?.settling?.durationMs, output).toBeGreaterThan(1400);
    expect(report.load?.stoppedEarly).toBe(false);
    for (const { name, percentiles } of report.endpoints) {
      const median = percentiles.find(({ percentile }) => percentile === 50);
      if (name !== 'backup') expect(median?.ms).toBeLessThan(20);
    }
  });

  it('is asked by a machine whose own error is known, alone and beside the load', () => {
    const { calibration, controlError } = report.generator;
    expect(calibration?.samples).toBeGreaterThan(100);
    expect(controlError?.samples).toBeGreaterThan(200);
    expect(() => readReport(JSON.stringify(report))).not.toThrow();
  });
});
