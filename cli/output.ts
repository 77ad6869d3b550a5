import pc from 'picocolors';
import { visible } from '../reports/escape.ts';
import type { Report } from '../reports/report.ts';
import { renderTerminal } from '../reports/terminal.ts';
import { statusOf } from './exit-status.ts';

/** A line on what is going on; standard output is for what was asked for. */
export function say(line: string): void {
  process.stderr.write(`${pc.dim(visible(line))}\n`);
}

/** Shows the verdict, and exits by it. */
export function showVerdict(report: Report, folder: string): void {
  process.stdout.write(renderTerminal(report, { colour: pc.isColorSupported, folder }));
  process.exitCode = statusOf(report);
}
