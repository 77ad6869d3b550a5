import { describe, expect, it } from 'vitest';
import { readReport } from '../reports/report.ts';
import { reportedRun } from './cli-run.ts';
import { checksThat } from './k6-run.ts';

const load = (variant: string, ...args: string[]) =>
  reportedRun(['load', '--profile', 'quick', ...args], [variant]);

const warming = await load('warming-up', '--duration', '5s');

describe('a service that grows faster while it warms up', () => {
  const { report, output } = warming;

  it('does not fail', () => {
    expect(checksThat(report, 'fail'), output).toEqual([]);
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
