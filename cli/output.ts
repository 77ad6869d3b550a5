import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pc from 'picocolors';
import { visible, withoutCommands } from '../reports/escape.ts';
import type { Report } from '../reports/report.ts';
import { renderTerminal } from '../reports/terminal.ts';
import { exitStatus, statusOf, UsageError } from './exit-status.ts';

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
