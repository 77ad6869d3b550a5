import { Command } from 'commander';

/** Returns the exit status that the command sets. */
export async function runCommand(add: (program: Command) => void, args: readonly string[]): Promise<unknown> {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  add(program);
  const before = process.exitCode;
  try {
    await program.parseAsync(args, { from: 'user' });
    return process.exitCode;
  } finally {
    process.exitCode = before;
  }
}
