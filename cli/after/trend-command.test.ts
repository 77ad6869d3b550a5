import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { history } from '../../reports/after/trend/history-fixture.ts';
import { loadCalls, loadFacts } from '../../reports/facts-fixture.ts';
import { passingReport } from '../../reports/passing-fixture.ts';
import { renderJson } from '../../reports/report.ts';
import { commandLine } from '../command-line-fixture.ts';
import { runCommand } from '../commands/command-fixture.ts';
import { temporaryFolder } from '../k6/stand-in-fixture.ts';
import { addFinishedRunCommands } from './finished-run-commands.ts';
import { runsIn, runsNamed } from './finished-runs.ts';

const trend = (...args: string[]) => runCommand(addFinishedRunCommands, ['trend', ...args]);

function place(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'report.json'), text);
}

/** Four good runs among all that can lie in such a folder. */
function results(): string {
  const folder = temporaryFolder();
  const runs = history(4);
  for (const { folder: name, report } of runs) place(join(folder, name), renderJson(report));
  place(join(folder, 'z-copy'), renderJson(history(2)[1]?.report ?? passingReport()));
  place(join(folder, 'cut'), '{"schemaVersion": 1, "tool"');
  place(join(folder, 'foreign'), '{"metrics": {}}');
  place(join(folder, 'newer'), '{"schemaVersion": 99}');
  mkdirSync(join(folder, 'node_modules'));
  mkdirSync(join(folder, 'no-verdict'));
  writeFileSync(join(folder, 'no-verdict', 'k6.log'), '');
  mkdirSync(join(folder, 'odd', 'report.json'), { recursive: true });
  symlinkSync(join(folder, 'nowhere'), join(folder, 'lost'));
  writeFileSync(join(folder, 'notes.txt'), 'not a folder');
  return folder;
}

it('writes one page beside the runs, with links to them, and names what it left out', async () => {
  const folder = results();
  await trend(folder);
  const page = readFileSync(join(folder, 'trend.html'), 'utf8');
  expect(page).toContain('href="2026-01-05T03-00-00Z-gate/report.html"');
  expect(page).toContain('Trend of 4 runs in 1 series');
  const leftOut = [...page.matchAll(/<li><code>([^<]+)<\/code>: ([^<]*)<\/li>/g)].map(([, name, reason]) => [
    name,
    reason,
  ]);
  expect(leftOut).toEqual([
    ['cut', expect.stringMatching(/^report\.json was not written by this harness: It is not JSON/)],
    ['foreign', expect.stringContaining('It does not match its schema at ')],
    ['newer', expect.stringContaining('schemaVersion 99')],
    ['no-verdict', 'no report.json'],
    ['odd', 'report.json: is a folder; name a file.'],
  ]);
});

it('prints the outcome of each run, once, the newest last, and then where the page is', async () => {
  const { output } = await commandLine(['trend', results()]);
  const [first, , , last, page] = output.split('\n');
  expect(first).toMatch(/^2026-01-05 03:00.* UTC {2}Pass {10}gate {2}2026-01-05T03-00-00Z-gate$/);
  expect(last).toMatch(/^2026-01-08 03:00.* UTC {2}\S.* gate {2}2026-01-08T03-00-00Z-gate$/);
  expect(page).toMatch(/^Page: .*trend\.html$/);
});

it('says where a ledger is shown, which is no folder of runs', async () => {
  const file = join(temporaryFolder(), 'ledger.jsonl');
  writeFileSync(file, '');
  await expect(trend(file)).rejects.toThrow(/is a file\. .*; a ledger is shown by ledger --ledger FILE\.$/);
});

it('writes elsewhere when told to, with links from there', async () => {
  const folder = results();
  const out = join(folder, 'site', 'history.html');
  await trend(folder, '--out', out);
  expect(readFileSync(out, 'utf8')).toContain('href="../2026-01-05T03-00-00Z-gate/report.html"');
});

it('reads a folder that is a run itself', async () => {
  const folder = temporaryFolder();
  const [run] = history(1);
  if (run === undefined) throw new Error('one run');
  place(folder, renderJson(run.report));
  await trend(folder);
  expect(readFileSync(join(folder, 'trend.html'), 'utf8')).toContain('href="./report.html"');
  expect((await runsIn(folder)).unreadable).toEqual([]);
});

it('judges the facts of a run anew where it has some', async () => {
  const folder = temporaryFolder();
  const facts = loadFacts(loadCalls(() => 2));
  place(folder, renderJson(passingReport({ run: { ...passingReport().run, id: 'as it was written' } })));
  writeFileSync(join(folder, 'facts.json'), JSON.stringify(facts));
  const { runs } = await runsNamed([folder]);
  expect(runs.map(({ report }) => report.run.id)).toEqual([facts.run.id]);
});

it('wants a folder with runs', async () => {
  const folder = temporaryFolder();
  place(join(folder, 'cut'), '{');
  await expect(trend(folder)).rejects.toThrow(
    /has no report\.json of a run\. Name the folder that .*\.\n {2}left out: cut: report\.json was not written by this harness: It is not JSON/,
  );
  await expect(trend(join(folder, 'none'))).rejects.toThrow('none does not exist. Name the folder');
  await expect(trend(results(), '--out', folder)).rejects.toThrow('cannot be written (EISDIR)');
});
