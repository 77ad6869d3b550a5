import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { visible, withoutCommands } from '../reports/escape.ts';
import { redactor } from '../reports/secrets/redact.ts';
import { secretsIn } from './child-environment.ts';
import { addCommands } from './commands/add-commands.ts';
import { exitStatus, UsageError } from './exit-status.ts';

const redact = redactor(secretsIn(process.env));

// As in `serve --list | head`: the reader may stop, and the exit status stays the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exit(exitStatus.noVerdict);
  });
// Node's own status would be 1, which means that the service failed.
process.on('uncaughtException', (error) => process.exit(statusFor(error)));

const program = new Command('encryption-backup-harness')
  .showHelpAfterError('Run the command with --help to see its options.')
  .configureOutput({ outputError: (text, write) => write(redact(withoutValues(text))) })
  .exitOverride();
addCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = statusFor(error);
}

function statusFor(error: unknown): number {
  if (error instanceof CommanderError)
    return error.exitCode === 0 && isQuestion(process.argv.slice(2)) ? exitStatus.pass : exitStatus.usage;
  const message = error instanceof Error ? error.message : String(error);
  const complaints = error instanceof UsageError ? error.problems : [message];
  for (const complaint of complaints)
    process.stderr.write(`${pc.red('error')} ${withoutCommands(visible(redact(complaint)))}\n`);
  return error instanceof UsageError ? exitStatus.usage : exitStatus.noVerdict;
}

/** Whether only help or the version was asked for: beside anything else, a run was wanted, and none was made. */
function isQuestion(words: readonly string[]): boolean {
  return words.every((word) => /^(--?h(elp)?|-V|--version|[a-z]+)$/.test(word));
}

/** The value of an unknown option may be a secret. */
function withoutValues(text: string): string {
  return text.replace(/(unknown option '(?:--[^'=]*|-[^-'])).*'/s, "$1'");
}
