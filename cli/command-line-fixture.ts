import { keptIo } from './io-fixture.ts';
import { inOwnFolder } from './own-folder-fixture.ts';
import { runCommandLine } from './run-command-line.ts';

/** Runs a command in this process, with an environment of ours alone, and keeps what it writes. */
export async function commandLine(
  args: readonly string[],
  { env = {}, input = '', isTerminal = false }: CommandLineOptions = {},
) {
  const { folder, words } = inOwnFolder(args);
  const io = keptIo(input, isTerminal);
  const given = { PATH: process.env['PATH'] ?? '', HOME: folder, ...env };
  const exitCode = await runCommandLine(words, given, io);
  return { exitCode, output: io.text(), folder };
}

interface CommandLineOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** For standard input. */
  readonly input?: string;
  /** Whether somebody sits at a terminal, and types the input. */
  readonly isTerminal?: boolean;
}
