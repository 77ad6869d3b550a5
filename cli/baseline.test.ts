import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderJson } from '../reports/json.ts';
import { history } from '../reports/trend/history-fixture.ts';
import { readBaseline } from './baseline.ts';
import { UsageError } from './exit-status.ts';
import { temporaryFolder } from './k6/stand-in.ts';

function results(): string {
  const folder = temporaryFolder();
  for (const { folder: name, report } of history({ runs: 3 })) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'report.json'), renderJson(report));
  }
  mkdirSync(join(folder, 'broken'));
  writeFileSync(join(folder, 'broken', 'report.json'), '[]');
  return folder;
}

const first = '2026-01-05T03-00-00Z-gate';

it('reads a folder of runs, and says what it leaves out', async () => {
  const lines: string[] = [];
  const reports = await readBaseline(results(), (line) => lines.push(line));
  expect(reports.map(({ run }) => run.id)).toEqual(['run-0', 'run-1', 'run-2']);
  expect(lines).toEqual(['--baseline: broken is left out: It has no schemaVersion.']);
});

it.each([first, `${first}/report.json`])('reads one run: %s', async (path) => {
  const reports = await readBaseline(join(results(), path), () => {});
  expect(reports.map(({ run }) => run.id)).toEqual(['run-0']);
});

it.each(['none', 'broken', 'broken/report.json', 'notes.txt'])(
  'refuses %s before anything is sent',
  async (path) => {
    const folder = results();
    writeFileSync(join(folder, 'notes.txt'), '');
    await expect(readBaseline(join(folder, path), () => {})).rejects.toBeInstanceOf(UsageError);
  },
);
