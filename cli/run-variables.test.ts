import { expect, it } from 'vitest';
import type { WantedRun } from './make-run.ts';
import { variablesFor } from './run-variables.ts';

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
    transport: { variables: {} },
    plan: { cappedRate: null },
    startedAt: new Date(0),
    triesMost: 1,
  } as unknown as WantedRun;
  const { HARNESS_COMMAND } = variablesFor(wanted, { baseUrl: 'http://127.0.0.1', token: 'x' }, 1);
  expect(HARNESS_COMMAND).toBe(
    `npx encryption-backup-harness gate --profile quick --duration 10s --at-most 2 --contract 'the owner'\\''s contract.yaml' --insecure`,
  );
});
