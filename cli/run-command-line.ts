import { Command, CommanderError } from 'commander';
import type { Caller } from './caller.ts';
import { addCommands } from './commands/add-commands.ts';
import { type ExitStatus, exitStatus } from './exit-status.ts';

/**
 * Runs a command to its end and returns the exit status; it never rejects. `argv` begins with the command. Files are named
 * from the working folder of this process, whose signals interrupt a run.
 */
export async function runCommandLine(argv: readonly string[], caller: Caller): Promise<ExitStatus> {
  const { io, redact } = caller;
  const program = new Command('encryption-backup-harness')
    .showHelpAfterError('Run the command with --help to see its options.')
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: (text, write) => write(redact(errorWords(text, argv))),
    })
    .exitOverride();
  addCommands(program, caller);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return caller.exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) return caller.complain(error);
    return error.exitCode === 0 && isQuestion(argv) ? exitStatus.pass : exitStatus.usage;
  }
}

/**
 * An error without the value of an unknown option, which may be a secret. Unexpected arguments come from a value in several words, or from
 * options after a --, which some package managers pass on.
 */
function errorWords(text: string, argv: readonly string[]): string {
  const [words, remedy] = argv.includes('--')
    ? [/^error: (too many arguments|required option) .*/, afterOptions]
    : [/^error: too many arguments .*/, inOneWord];
  return text
    .replace(/(unknown option '(--[^'=]*|-[^'-])).*'/s, "$1'")
    .replace(/(unknown option '--[^']*token'.*)/, '$1. The token is read from the variable ACCESS_TOKEN.')
    .replace(words, `$& ${remedy}`);
}

const afterOptions =
  'Nothing after -- is read as an option: leave out the --. Options of k6 cannot be given.';
const inOneWord = 'Write the value of an option in one word (--within 15m), or in quotes.';

/** Whether only help or the version was asked for. With any other argument a run was wanted, and none was made. */
function isQuestion(words: readonly string[]): boolean {
  return words.every((word) => /^(--?h(elp)?|-V|--version|[a-z]+)$/.test(word));
}
