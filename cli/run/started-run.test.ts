import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { harnessCommand } from '../package-root.ts';
import { mayRaise } from './priority.ts';
import { type Run, startedRun } from './started-run.ts';

afterEach(() => void vi.restoreAllMocks());

it('repeats the command as it can be pasted into a shell', () => {
  const options = {
    profile: 'quick',
    contract: "the owner's contract.yaml",
    duration: '10s',
    within: '6m',
    insecure: true,
    nice: false,
    yes: false,
  };
  const wanted = {
    scenario: { name: 'gate' },
    options,
    seed: 7,
    plan: {},
    startedAt: new Date(0),
    k6: { version: '2.2.0' },
  } as unknown as Run;
  expect(startedRun(wanted, 'http://127.0.0.1:1/x', 1).command).toBe(
    `node cli/bin.mjs gate --profile quick --duration 10s --seed 7 --within 6m --contract 'the owner'\\''s contract.yaml' --insecure --no-nice`,
  );
});

it.each([
  [{ nice: true }, 'http://service.example', true],
  [{}, 'http://service.example', true],
  [{}, 'http://127.0.0.1:8080', false],
  [{ nice: false }, 'http://service.example', false],
])('says that k6 has priority where it is wanted and permitted: %o, %s', (options, baseUrl, isWanted) => {
  const run = {
    scenario: { name: 'gate' },
    options,
    target: { baseUrl },
    plan: {},
    startedAt: new Date(0),
    k6: {},
  };
  const { told } = startedRun(run as unknown as Run, '', 1);
  expect(told.nice === true).toBe(isWanted && mayRaise());
});

it('starts a clone by a path that leads there from the working directory', () => {
  vi.spyOn(process, 'cwd').mockReturnValue(join(tmpdir(), 'elsewhere'));
  const [node, path = ''] = harnessCommand().split(' ');
  expect([node, resolve(process.cwd(), path)]).toEqual([
    'node',
    resolve(import.meta.dirname, '..', 'bin.mjs'),
  ]);
});
