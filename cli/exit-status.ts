import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pc from 'picocolors';
import { visible, withoutCommands } from '../reports/escape.ts';
import type { Report } from '../reports/report.ts';
import { renderTerminal } from '../reports/terminal.ts';

/** Exit statuses of the command line: an outside face, never renumbered. */
export const exitStatus = { pass: 0, fail: 1, usage: 2, inconclusive: 3, noVerdict: 4 } as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** Only a run that came to its own end gives a verdict. */
export function statusOf(report: Report): ExitStatus {
  return report.run.completeness === 'complete' ? exitStatus[report.verdict] : exitStatus.noVerdict;
}

/** Wrong usage or configuration: nothing was sent. Each problem is one line: where, which field, what is wrong, what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** The harness could not do its work: no verdict. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';
  readonly completeness: 'broken' | 'interrupted';

  constructor(message: string, completeness: NoVerdict['completeness'] = 'broken') {
    super(message);
    this.completeness = completeness;
  }
}

/** A line on what is going on; standard output is for what was asked for. */
export function say(line: string): void {
  process.stderr.write(`${withoutCommands(pc.dim(visible(line)))}\n`);
}

/** Shows the verdict, and exits by it. */
export function showVerdict(report: Report, folder: string): void {
  process.stdout.write(renderTerminal(report, { colour: pc.isColorSupported, folder }));
  process.exitCode = statusOf(report);
}

/** For those who look on before they gate: a verdict blocks nothing, and a run without one still does. */
export function makeAdvisory(): void {
  if (process.exitCode === exitStatus.fail || process.exitCode === exitStatus.inconclusive)
    process.exitCode = exitStatus.pass;
}

/** Writes the file that an option names, and makes its folder. */
export async function writeNamed(option: string, file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (error) {
    throw new UsageError(`${option} ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
