import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadCalls, loadFacts } from '../../reports/facts-fixture.ts';
import { readReport } from '../../reports/report.ts';
import { runCommand } from '../commands/command-fixture.ts';
import { NoVerdict, UsageError } from '../exit-status.ts';
import { temporaryFolder } from '../k6/stand-in-fixture.ts';
import { addFinishedRunCommands } from './finished-run-commands.ts';

const commandOn = (name: string, ...args: string[]) => runCommand(addFinishedRunCommands, [name, ...args]);

it('builds the report again from the facts', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'facts.json'), JSON.stringify(loadFacts(loadCalls(() => 2))));
  expect(await commandOn('report', folder)).toBe(0);
  expect(readReport(readFileSync(join(folder, 'report.json'), 'utf8')).verdict).toBe('pass');
});

it.each(['report', 'merge', 'trend'])('%s of a folder that does not exist is wrong usage', async (name) => {
  await expect(commandOn(name, join(temporaryFolder(), 'none'))).rejects.toBeInstanceOf(UsageError);
});

it('takes neither a folder without facts nor a file for a run, and gives no verdict on facts of others', async () => {
  const folder = temporaryFolder();
  await expect(commandOn('report', folder)).rejects.toBeInstanceOf(UsageError);
  writeFileSync(join(folder, 'facts.json'), '{}');
  await expect(commandOn('report', folder)).rejects.toBeInstanceOf(NoVerdict);
  await expect(commandOn('report', join(folder, 'facts.json'))).rejects.toBeInstanceOf(UsageError);
});

it.each([
  ['empty', ''],
  ['torn', JSON.stringify(loadFacts(loadCalls(() => 2))).slice(0, 5000)],
  ['of another program', '{"tool":{"name":"other"},"results":[]}'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['100,000 brackets', '['.repeat(1e5)],
])('gives no verdict on facts that are %s', async (_, content) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'facts.json'), content);
  await expect(commandOn('report', folder)).rejects.toBeInstanceOf(NoVerdict);
});

it.each([
  ['report', NoVerdict],
  ['merge', NoVerdict],
  ['trend', UsageError],
])('%s does not wait for facts that are a pipe', async (name, kind) => {
  const folder = temporaryFolder();
  execFileSync('bash', ['-c', 'mkfifo "$0"', join(folder, 'facts.json')]);
  const refused = await commandOn(name, folder).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(kind);
  expect(String(refused)).toContain('facts.json: is not a regular file');
});

it('merge reads no log that is a device, which may never end', async () => {
  await expect(commandOn('merge', '/dev/zero')).rejects.toThrow('/dev/zero: is not a regular file');
});

it.each([
  [
    'of another type',
    ['before', 'calls', 'user', 'results', 'failed'],
    'none',
    'at before.calls.user.results.failed: must be',
  ],
  [
    'beyond all measure',
    ['metrics', 'made_calls', 'count'],
    1e300,
    'at metrics.made_calls.count: must be <=',
  ],
  [
    'that contradict the others',
    ['metrics', 'latency{endpoint:user,phase:measure}', 'p(50)'],
    -5,
    'contradict each other',
  ],
])('gives no verdict on facts %s, and names the place', async (_, path, value, words) => {
  const folder = temporaryFolder();
  const facts = JSON.parse(JSON.stringify(loadFacts(loadCalls(() => 2))));
  const parent = path.slice(0, -1).reduce((part, name) => part[name], facts);
  parent[path.at(-1) ?? ''] = value;
  writeFileSync(join(folder, 'facts.json'), JSON.stringify(facts));
  const refused = await commandOn('report', folder).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NoVerdict);
  expect(String(refused)).toContain(words);
  expect(existsSync(join(folder, 'report.json'))).toBe(false);
});
