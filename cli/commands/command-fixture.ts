import { Command } from 'commander';
import { type Caller, callerOf } from '../caller.ts';
import { type ExitStatus, exitStatus } from '../exit-status.ts';
import { keptIo } from '../io-fixture.ts';

/** Returns the exit status that the command sets, or rejects as it does. */
export async function runCommand(
  add: (program: Command, caller: Caller) => void,
  args: readonly string[],
): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.pass;
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  add(
    program,
    callerOf({}, keptIo(), (given) => {
      status = given;
    }),
  );
  await program.parseAsync(args, { from: 'user' });
  return status;
}
