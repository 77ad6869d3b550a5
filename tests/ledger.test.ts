import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LedgerModel } from '../reports/after/ledger/ledger-sum.ts';
import { lineOf, readLedger } from '../reports/after/ledger/line.ts';
import { passingReport, run } from '../reports/passing-fixture.ts';
import { type Report, readReport, renderJson } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { onQuietMachine } from './busy-machine.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'ledger-'));

function runsNamed(name: string, count: number): string {
  for (let index = 0; index < count; index += 1) {
    const folder = join(scratch, name, String(index));
    mkdirSync(folder, { recursive: true });
    const report = passingReport({ run: { ...run, id: `${name}-${index}` } });
    writeFileSync(join(folder, 'report.json'), renderJson(report));
  }
  return join(scratch, name);
}

it('several processes at once lose nothing, tear nothing and count no run twice', async () => {
  const file = join(scratch, 'shared.jsonl');
  const shared = runsNamed('shared', 6);
  const done = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => cli(['ledger', runsNamed(name, 6), shared, '--ledger', file])),
  );
  expect(
    done.map(({ exitCode }) => exitCode),
    done[0]?.output,
  ).toEqual([0, 0, 0, 0]);
  const text = readFileSync(file, 'utf8');
  expect(readLedger(text)).toHaveLength(30);
});

it('keeps real runs: a load counts, a smoke does not', async (context) => {
  const file = join(scratch, 'real.jsonl');
  const service = await startService({ token: canary });
  const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
  const options = ['--profile', 'quick', '--rate', '100', '--duration', '3s'];
  const start = async () => {
    const run = await cli(['load', ...options], { env });
    const text = filesIn(run.folder)['report.json'];
    return { ...run, report: text === undefined ? null : readReport(text) };
  };
  // A call that this machine did not make may have been one in a bad second.
  const isWhole = ({ report }: { report: Report | null }) =>
    report?.load?.droppedIterations === 0 && lineOf(report, null).standing === 'counts';
  const load = await onQuietMachine(context, start, isWhole);
  const smoke = await cli(['smoke'], { env });
  await service.stop();
  const down = await cli(['load', '--profile', 'quick'], { env });
  const kept = [load.folder, smoke.folder, down.folder];
  const shown = await cli(['ledger', ...kept, '--ledger', file, '--build', '1.4.2', '--json']);
  expect(shown.exitCode, load.output + shown.output).toBe(0);
  const lines = readLedger(readFileSync(file, 'utf8'));
  expect(lines.map(({ scenario, standing }) => [scenario, standing])).toEqual([
    ['load', 'counts'],
    ['smoke', 'left-out'],
    ['load', 'down'],
  ]);
  const made = (load.report?.endpoints ?? []).reduce(
    (sum, { requests, dropped }) => sum + requests - dropped,
    0,
  );
  expect(made).toBeGreaterThan(100);
  expect(lines[0]).toMatchObject({
    target: service.url,
    profile: 'quick',
    build: '1.4.2',
    calls: { n: made, failures: 0 },
    time: { mostBadSeconds: 0 },
  });
  const model: LedgerModel = JSON.parse(shown.output.slice(shown.output.indexOf('{')));
  expect(model.sum).toMatchObject({ build: '1.4.2', runs: 2, down: 1 });
  expect(readFileSync(file, 'utf8')).not.toContain(canary.slice(0, 12));
});
