import { join } from 'node:path';
import { expect, it } from 'vitest';
import { variants } from '../service/variants/index.ts';
import { commandLine } from './command-line-fixture.ts';
import { k6StandIn, temporaryFolder } from './k6/stand-in-fixture.ts';
import { harnessVersion } from './package-root.ts';

it('says which version it is', async () => {
  expect(await commandLine(['--version'])).toMatchObject({ exitCode: 0, output: `${harnessVersion()}\n` });
});

it('lists every fault and quirk', async () => {
  const { exitCode, output } = await commandLine(['serve', '--list']);
  const names = output
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ')[0]);
  expect([exitCode, names.toSorted()]).toEqual([0, variants.map(({ name }) => name).toSorted()]);
});

it('prints the catalogue, as JSON too', async () => {
  const { exitCode, output } = await commandLine(['checks', '--json']);
  expect(exitCode).toBe(0);
  const clauses = JSON.parse(output) as { id: string; checks: { check: string }[] }[];
  expect(clauses.flatMap(({ checks }) => checks.map(({ check }) => check))).toContain('user-last-sync-utc');
  expect((await commandLine(['checks'])).output).toContain('§8 8.response-time');
});

const service = { BASE_URL: 'http://127.0.0.1:1', ACCESS_TOKEN: 'token-of-the-service' };

it('has no verdict when k6 is not to be had', async () => {
  const { exitCode, output } = await commandLine(['smoke'], { env: { ...service, K6_BIN: '/nowhere/k6' } });
  expect(exitCode, output).toBe(4);
  expect(output).toContain('K6_BIN');
});

it('has no verdict when k6 leaves no report', async () => {
  const K6_BIN = k6StandIn(join(temporaryFolder(), 'k6'));
  const { exitCode, output } = await commandLine(['smoke'], { env: { ...service, K6_BIN } });
  expect(exitCode, output).toBe(4);
  expect(output).toMatch(/left no report/);
});
