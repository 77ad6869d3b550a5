import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptIo } from './io-fixture.ts';
import { runCommandLine } from './run-command-line.ts';

export interface CommandLineRun {
  readonly exitCode: number;
  readonly output: string;
  /** Where the run was to leave its files. */
  readonly folder: string;
}

export interface CommandLineOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** For standard input. */
  readonly input?: string;
  /** Whether somebody sits at a terminal, and types the input. */
  readonly isTerminal?: boolean;
}

/** Runs a command in this process, with an environment of ours alone, and keeps what it writes. */
export async function commandLine(
  args: readonly string[],
  { env = {}, input, isTerminal }: CommandLineOptions = {},
): Promise<CommandLineRun> {
  const { folder, words } = inOwnFolder(args);
  const io = keptIo(input, isTerminal);
  const given = { PATH: process.env['PATH'] ?? '', HOME: folder, ...env };
  const exitCode = await runCommandLine(words, given, io);
  return { exitCode, output: io.text(), folder };
}

/** A command that leaves its files in a new folder, unless it names one or leaves none. */
export function inOwnFolder(args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'));
  const isSettled = args.includes('--out') || withoutOut.includes(args[0] ?? '');
  return { folder, words: isSettled ? args : [...args, '--out', folder] };
}

const withoutOut = [
  ...['checks', 'script', 'serve', 'contract', 'report', 'doctor', 'merge', 'trend', 'ledger'],
  ...['--help', '--version'],
];
