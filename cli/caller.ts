import pc from 'picocolors';
import { visible, withoutCommands } from '../reports/escape.ts';
import { renderTerminal } from '../reports/formats/terminal.ts';
import type { Report } from '../reports/report.ts';
import { redactorOf } from './child-environment.ts';
import { type ExitStatus, exitStatus, messageOf, statusOf, UsageError } from './exit-status.ts';

export interface Io {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Io['stdout'];
  readonly hasColours: boolean;
}

/** Whether to write in colours. The library takes any FORCE_COLOR for a yes, even 0 and false. */
export function wantsColours(env: NodeJS.ProcessEnv, isSupported: boolean): boolean {
  return isSupported && !/^(0|false)$/.test(env['FORCE_COLOR'] ?? '');
}

/** Who started the command line, as its commands know them: nothing below it looks at the process. */
export type Caller = ReturnType<typeof callerOf>;

export function callerOf(env: NodeJS.ProcessEnv, io: Io) {
  const { dim, red } = pc.createColors(io.hasColours);
  const redact = redactorOf(env);
  const harmless = (text: string) => withoutCommands(visible(redact(text)));
  return {
    env,
    io,
    redact,
    /** Writes to standard output, which is for results. */
    print: (text: string) => void io.stdout.write(text),
    /** Writes a line to standard error, without secrets and without what a terminal or a CI system would obey. */
    say: (line: string) => void io.stderr.write(`${dim(harmless(line))}\n`),
    /** Says what is wrong, as `say` does, and returns the exit status for it. */
    complain(error: unknown): ExitStatus {
      const complaints = error instanceof UsageError ? error.problems : [messageOf(error)];
      for (const complaint of complaints) io.stderr.write(`${red('error')} ${harmless(complaint)}\n`);
      return error instanceof UsageError ? exitStatus.usage : exitStatus.noVerdict;
    },
    exit: exitStatus.pass as ExitStatus,
  };
}

/** On a narrower terminal lines wrap. */
const fewestColumns = 80;

/** Shows the verdict, and exits by it. An advisory verdict blocks nothing, but a run without a verdict still does. */
export function showVerdict(caller: Caller, report: Report, folder: string, isAdvisory = false): void {
  const { hasColours, stdout } = caller.io;
  const columns = stdout.isTTY ? Math.max(fewestColumns, stdout.columns ?? 0) : Infinity;
  caller.print(renderTerminal(report, { colour: hasColours, folder, columns }));
  const status = statusOf(report);
  caller.exit = isAdvisory && status !== exitStatus.noVerdict ? exitStatus.pass : status;
}
