import { callerOf } from './caller.ts';
import { keptIo } from './io-fixture.ts';
import { inOwnFolder } from './own-folder-fixture.ts';
import { runCommandLine } from './run-command-line.ts';

/**
 * Runs a command in this process, with an environment of ours alone, and keeps what it writes. `input` is what standard input holds,
 * typed by somebody if it is a terminal.
 */
export async function commandLine(
  args: readonly string[],
  { env = {} as Readonly<Record<string, string>>, input = '', isTerminal = false } = {},
) {
  const { folder, words } = inOwnFolder(args);
  const io = keptIo(input, isTerminal);
  const given = { PATH: process.env['PATH'] ?? '', HOME: folder, ...env };
  const exitCode = await runCommandLine(words, callerOf(given, io));
  return { exitCode, output: io.text(), folder };
}
