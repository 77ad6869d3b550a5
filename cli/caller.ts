import pc from 'picocolors';
import { visible, withoutCommands } from '../reports/escape.ts';
import type { ExitStatus } from './exit-status.ts';

/** The streams of a command line. */
export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly hasColours: boolean;
}

/** Whether to write in colours: as the library says, which takes any FORCE_COLOR for a yes. */
export function wantsColours(env: NodeJS.ProcessEnv, isSupported: boolean): boolean {
  return isSupported && !/^(0|false)$/.test(env['FORCE_COLOR'] ?? '');
}

/** Who started the command line, as its commands know them: nothing below it looks at the process. */
export interface Caller {
  readonly env: NodeJS.ProcessEnv;
  readonly io: Io;
  /** Writes to standard output, which is for results. */
  print(text: string): void;
  /** Writes a line of progress to standard error. */
  say(line: string): void;
  /** Sets the exit status of a command that ends without an error; it is 0 if nothing sets it. */
  exitWith(status: ExitStatus): void;
}

export function callerOf(
  env: NodeJS.ProcessEnv,
  io: Io,
  exitWith: (status: ExitStatus) => void = () => {},
): Caller {
  const { dim } = pc.createColors(io.hasColours);
  return {
    env,
    io,
    print: (text) => void io.stdout.write(text),
    say: (line) => void io.stderr.write(`${withoutCommands(dim(visible(line)))}\n`),
    exitWith,
  };
}
