import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Facts, factsLine } from '../../reports/facts.ts';
import { loadCalls, loadFacts } from '../../reports/facts-fixture.ts';
import { readReport } from '../../reports/report.ts';
import { runCommand } from '../commands/command-fixture.ts';
import { NoVerdict, UsageError } from '../exit-status.ts';
import { temporaryFolder } from '../k6/stand-in-fixture.ts';
import { addFinishedRunCommands } from './finished-run-commands.ts';

const merge = (...args: string[]) => runCommand(addFinishedRunCommands, ['merge', ...args]);

const quarter = loadFacts(
  loadCalls(() => 2).filter((_, index) => index % 4 === 0),
  0.25,
);

function part(id: string, change: Partial<Facts['run']> = {}): string {
  const folder = temporaryFolder();
  const facts = { ...quarter, run: { ...quarter.run, id, ...change } };
  writeFileSync(join(folder, 'facts.json'), JSON.stringify(facts));
  return folder;
}

it('writes the whole report of four generators, and exits by its verdict', async () => {
  const out = join(temporaryFolder(), 'merged');
  const parts = ['a', 'b', 'c', 'd'].map((id) => part(id));
  expect(await merge(...parts, '--out', out)).toBe(0);
  const report = readReport(readFileSync(join(out, 'report.json'), 'utf8'));
  expect(report.run.id).toBe('a + b + c + d');
  expect(report.endpoints[0]?.requests).toBe(
    4 * (quarter.metrics['calls{endpoint:user,result:succeeded}']?.['count'] ?? 0),
  );
  for (const name of ['facts.json', 'report.html', 'junit.xml', 'summary.md', 'badge.svg'])
    expect(existsSync(join(out, name)), name).toBe(true);
});

it('refuses runs of different services by the name of their folder, and writes nothing', async () => {
  const out = join(temporaryFolder(), 'merged');
  const [here, there] = [part('a'), part('b', { target: 'http://other' })];
  await expect(merge(here, there, '--out', out)).rejects.toThrow(
    `${there} was not made like ${here}: the service is http://other, there ${quarter.run.target}.`,
  );
  expect(existsSync(out)).toBe(false);
});

it('gives no verdict where one of the runs came to none', async () => {
  const folders = ['a', 'b', 'c', 'd'].map((id) => part(id));
  const withdrawn = { completeness: 'interrupted', reason: 'stopped' } as const;
  const facts = { ...quarter, run: { ...quarter.run, id: 'd' }, withdrawn };
  writeFileSync(join(folders[3] ?? '', 'facts.json'), JSON.stringify(facts));
  const merging = merge(...folders, '--out', join(temporaryFolder(), 'merged'));
  await expect(merging).rejects.toBeInstanceOf(NoVerdict);
  await expect(merging).rejects.toThrow('was interrupted, so it has no verdict');
});

it('refuses a folder without facts, a single run, and to write over a part', async () => {
  const [here, there, ...others] = ['a', 'b', 'c', 'd'].map((id) => part(id)) as [string, string];
  await expect(merge(here, there)).rejects.toThrow('A part is missing: these 2 runs make 50 % of the load.');
  await expect(merge(here, temporaryFolder())).rejects.toBeInstanceOf(UsageError);
  await expect(merge(here)).rejects.toBeInstanceOf(UsageError);
  await expect(merge(here, there, ...others, '--out', `${there}/.`)).rejects.toThrow(
    'is one of the runs to merge',
  );
  expect(existsSync(join(there, 'facts.json'))).toBe(true);
});

it('says of a log without facts that the run may not be over, as of a part that is missing', async () => {
  const file = join(temporaryFolder(), 'pod.log');
  const line = factsLine(quarter);
  for (const log of ['', 'level=error msg="This is a part of a load"\n', line.slice(0, -9)]) {
    writeFileSync(file, log);
    await expect(merge(file)).rejects.toThrow(/pod\.log: holds no facts.*FACTS_TO_STDOUT=1.*not over yet/);
  }
  writeFileSync(file, line);
  await expect(merge(file)).rejects.toThrow(/at least two load generators\. .*not over yet/);
  await expect(merge(part('a'), part('b'))).rejects.toThrow(/50 % of the load\. .*not over yet/);
});
