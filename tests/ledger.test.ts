import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { passingReport, run } from '../reports/fixtures/passing.ts';
import { renderJson } from '../reports/json.ts';
import type { LedgerModel } from '../reports/ledger/model.ts';
import { readLedger } from '../reports/ledger/read-ledger.ts';
import { readReport } from '../reports/read-report.ts';
import { startService } from '../service/server.ts';
import { cli } from './cli-run.ts';
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

it('two processes at once lose nothing, and put no run in twice', async () => {
  const file = join(scratch, 'both.jsonl');
  const [one, other, shared] = [runsNamed('one', 12), runsNamed('other', 12), runsNamed('shared', 6)];
  const done = await Promise.all(
    [one, other].map((own) => cli(['ledger', own, shared, '--ledger', file, '--build', '1'])),
  );
  expect(
    done.map(({ exitCode }) => exitCode),
    done[0]?.output,
  ).toEqual([0, 0]);
  const text = readFileSync(file, 'utf8');
  expect(text.trimEnd().split('\n')).toHaveLength(30);
  expect(readLedger(text)).toHaveLength(30);
});

it('keeps real runs: a load counts, a smoke does not', async () => {
  const file = join(scratch, 'real.jsonl');
  const out = join(scratch, 'load');
  const service = await startService({ dataDir: join(scratch, 'data'), token: canary });
  const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
  const options = ['--profile', 'quick', '--rate', '100', '--duration', '3s', '--out', out];
  const load = await cli(['load', ...options], { env });
  const smoke = await cli(['smoke'], { env });
  await service.stop();
  const down = await cli(['load', '--profile', 'quick'], { env });
  const kept = [out, smoke.folder, down.folder];
  const shown = await cli(['ledger', ...kept, '--ledger', file, '--build', '1.4.2', '--json']);
  expect(shown.exitCode, load.output + shown.output).toBe(0);
  const lines = readLedger(readFileSync(file, 'utf8'));
  expect(lines.map(({ scenario, standing }) => [scenario, standing])).toEqual([
    ['load', 'counts'],
    ['smoke', 'left-out'],
    ['load', 'down'],
  ]);
  const { endpoints } = readReport(readFileSync(join(out, 'report.json'), 'utf8'));
  const made = endpoints.reduce((sum, { requests, dropped }) => sum + requests - dropped, 0);
  expect(made).toBeGreaterThan(100);
  expect(lines[0]).toMatchObject({
    target: service.url,
    profile: 'quick',
    build: '1.4.2',
    calls: { n: made, failures: 0 },
    time: { episodes: 0 },
  });
  const model: LedgerModel = JSON.parse(shown.output.slice(shown.output.indexOf('{')));
  expect(model.sum).toMatchObject({ build: '1.4.2', runs: 2, down: 1 });
  expect(readFileSync(file, 'utf8')).not.toContain(canary.slice(0, 12));
});
