import { describe, expect, it } from 'vitest';
import { type Report, readReport } from '../reports/report.ts';
import { startService } from '../service/server.ts';
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
    for (const { name, percentiles } of report.endpoints) {
      const median = percentiles.find(({ percentile }) => percentile === 50);
      if (name !== 'backup') expect(median?.ms).toBeLessThan(20);
    }
  });

  it('is asked by a machine whose own error is known under the load', () => {
    expect(report.endpoints[0]?.latency.conditions.map(({ id }) => id)).not.toContain('companion-silent');
    expect(() => readReport(JSON.stringify(report))).not.toThrow();
  });
});
