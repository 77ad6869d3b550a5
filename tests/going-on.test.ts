import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { profiles } from '../schemas/profiles.ts';
import { onQuietMachine } from './busy-machine.ts';
import { cli, filesIn, reportIn } from './cli-run.ts';

/** So generous that no machine is too busy: only the number of calls is missing. */
const contract = join(mkdtempSync(join(tmpdir(), 'going-on-')), 'contract.yaml');
writeFileSync(contract, 'version: 1\nlatency: { limitMs: 5000, maxStallMs: 10 }\n');
const load = [
  'load',
  '--embedded',
  '--profile',
  'quick',
  '--rate',
  '320',
  '--duration',
  '4s',
  '--contract',
  contract,
  '--within',
  '2m',
];

async function run() {
  const done = await cli(load);
  return { ...done, report: reportIn(done.folder) };
}

it('a load goes on until its calls are enough, and its report is that of all of them', async (context) => {
  const done = await onQuietMachine(context, run, ({ exitCode }) => exitCode === 0);
  const { report, output, folder } = done;
  expect(done.exitCode, output).toBe(0);
  expect(output).toMatch(/So the load goes on for .+: load 2, at most /);
  const measuredMs = report.load?.measuredMs ?? 0;
  expect(measuredMs).toBeGreaterThan(4000);
  const requests = Object.fromEntries(report.endpoints.map(({ name, requests }) => [name, requests]));
  expect(requests['user']).toBeGreaterThan(500);
  expect(requests['backup']).toBeLessThanOrEqual(profiles[0]?.load.backups ?? 0);
  expect(Object.keys(filesIn(folder))).toContain('k6-2.log');
  const again = await cli(['report', folder]);
  expect(again.exitCode).toBe(0);
  expect(reportIn(folder).endpoints).toEqual(report.endpoints);
});
