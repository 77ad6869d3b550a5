import { Command } from 'commander';
import { type Caller, callerOf } from '../caller.ts';
import type { ExitStatus } from '../exit-status.ts';
import { keptIo } from '../io-fixture.ts';

/** Returns the exit status that the command sets, or rejects as it does. */
export async function runCommand(
  add: (program: Command, caller: Caller) => void,
  args: readonly string[],
): Promise<ExitStatus> {
  const caller = callerOf({}, keptIo());
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  add(program, caller);
  await program.parseAsync(args, { from: 'user' });
  return caller.exit;
}
