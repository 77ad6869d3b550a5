import { expect, it } from 'vitest';
import { type Run, startedRun } from './started-run.ts';

it('repeats the command as it can be pasted into a shell', () => {
  const options = {
    profile: 'quick',
    contract: "the owner's contract.yaml",
    duration: '10s',
    atMost: '2',
    insecure: true,
    yes: false,
  };
  const wanted = {
    scenario: { name: 'gate' },
    options,
    seed: 7,
    plan: { cappedRate: null },
    startedAt: new Date(0),
    triesMost: 1,
  } as unknown as Run;
  expect(startedRun(wanted, '2.2.0', 'http://127.0.0.1:1/x', 1).command).toBe(
    `npx encryption-backup-harness gate --profile quick --duration 10s --seed 7 --at-most 2 --contract 'the owner'\\''s contract.yaml' --insecure`,
  );
});
