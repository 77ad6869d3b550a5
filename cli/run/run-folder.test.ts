import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conformanceFacts } from '../../reports/facts-fixture.ts';
import { buildReport } from '../../reports/judge/build-report.ts';
import { readReport } from '../../reports/report.ts';
import { NoVerdict, UsageError } from '../exit-status.ts';
import { temporaryFolder } from '../k6/stand-in-fixture.ts';
import { makeRunFolder, withdrawRun, writeRun } from './run-folder.ts';

const ours = '{"schemaVersion":1,"tool":{"name":"encryption-backup-harness"';

const folderWith = (...names: readonly string[]) => {
  const folder = temporaryFolder();
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), name.endsWith('.json') ? ours : 'kept');
  }
  return folder;
};

const made = (out: string) => makeRunFolder(out, 'gate');

it('takes an earlier run out of a folder, its logs included, and nothing else', async () => {
  const run = ['facts.json', 'report.html', 'k6.log', 'k6-2.log'];
  const folder = folderWith(...run, 'notes.txt', 'mine/facts.json');
  expect(await made(folder)).toBe(folder);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['mine', 'mine/facts.json', 'notes.txt']);
});

it.each(['junit.xml', 'summary.md', 'badge.svg'])('keeps the %s of another program', async (name) => {
  const folder = folderWith(name);
  await expect(made(folder)).rejects.toThrow(`${name} in it is not from a run of the harness`);
  expect(existsSync(join(folder, name))).toBe(true);
});

it('keeps the report.json of another program', async () => {
  const folder = folderWith('report.json');
  writeFileSync(join(folder, 'report.json'), '{"suites":[]}');
  await expect(made(folder)).rejects.toThrow('report.json in it is not from a run of the harness');
  expect(existsSync(join(folder, 'report.json'))).toBe(true);
});

it('names a folder by the time, to the millisecond', async () => {
  const here = process.cwd();
  process.chdir(temporaryFolder());
  try {
    const folder = await makeRunFolder(undefined, 'gate');
    expect(folder).toMatch(/results[/\\]\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-gate$/);
    expect(existsSync(folder)).toBe(true);
  } finally {
    process.chdir(here);
  }
});

it.each(['notes.txt', 'notes.txt/run'])('says that %s is a file, or lies below one', async (name) => {
  const folder = folderWith('notes.txt');
  await expect(made(join(folder, name))).rejects.toThrow(
    `--out ${join(folder, name)}: this is a file, or lies below one. Name a folder.`,
  );
});

it('takes no empty name for the current folder', async () => {
  await expect(made('')).rejects.toBeInstanceOf(UsageError);
});

it('names the report of a run without a verdict, if there is one', async () => {
  const [empty, written, interrupted] = [
    folderWith(),
    folderWith(),
    new NoVerdict('The run was interrupted.'),
  ];
  writeFileSync(join(written, 'facts.json'), JSON.stringify(conformanceFacts()));
  expect(await withdrawRun(empty, 'run-1', interrupted)).toBe(interrupted);
  expect(await withdrawRun(written, 'run-2', interrupted)).toBe(interrupted);
  const told = await withdrawRun(written, 'run-1', interrupted);
  expect(told).toMatchObject({
    message: `The run was interrupted. Its report: ${join(written, 'report.html')}`,
  });
  expect(existsSync(join(written, 'report.html'))).toBe(true);
});

it('keeps a run as it was, if a file of it cannot be written', async () => {
  const folder = folderWith('summary.md');
  const facts = conformanceFacts();
  writeFileSync(join(folder, 'facts.json'), JSON.stringify(facts));
  mkdirSync(join(folder, 'report.html.part'));
  await expect(writeRun({ facts, report: buildReport(facts) }, folder)).rejects.toThrow('EISDIR');
  expect(readFileSync(join(folder, 'facts.json'), 'utf8')).toBe(JSON.stringify(facts));
  expect(readdirSync(folder)).toEqual(['facts.json', 'report.html.part', 'summary.md']);
});

it('leaves no report where it cannot say that there is no verdict', async () => {
  const folder = folderWith('report.html', 'k6.log');
  writeFileSync(join(folder, 'facts.json'), JSON.stringify(conformanceFacts()));
  mkdirSync(join(folder, 'report.html.part'));
  const interrupted = new NoVerdict('The run was interrupted.');
  expect(await withdrawRun(folder, 'run-1', interrupted)).toBe(interrupted);
  expect(readdirSync(folder)).toEqual(['k6.log', 'report.html.part']);
});

it.runIf(existsSync('/proc/self'))('says that a folder in /proc cannot be written', async () => {
  await expect(made('/proc/none/run')).rejects.toThrow(
    '--out /proc/none/run: the folder cannot be created or written (ENOENT). Name another folder.',
  );
});

it('keeps the facts of another program', async () => {
  const folder = folderWith('report.html');
  writeFileSync(join(folder, 'facts.json'), '{"mine":1}');
  await expect(made(folder)).rejects.toThrow('is not from a run of the harness');
  expect(readFileSync(join(folder, 'facts.json'), 'utf8')).toBe('{"mine":1}');
});

it.each([
  ['broken', 'The conformance phase did not end in time.'],
  ['interrupted', 'The run was interrupted.'],
] as const)('says why k6 ended before anything was judged: %s', async (completeness, reason) => {
  const folder = folderWith();
  const facts = { ...conformanceFacts(), before: null };
  await writeRun({ facts, report: buildReport(facts) }, folder);
  await withdrawRun(folder, facts.run.id, new NoVerdict(reason, completeness));
  const report = readReport(readFileSync(join(folder, 'report.json'), 'utf8'));
  expect([report.run.completeness, report.reason]).toEqual([completeness, reason]);
});
