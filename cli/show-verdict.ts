import { renderTerminal } from '../reports/formats/terminal.ts';
import type { Report } from '../reports/report.ts';
import type { Caller } from './caller.ts';
import { exitStatus, statusOf } from './exit-status.ts';

/** Shows the verdict, and exits by it. An advisory verdict blocks nothing, but a run without a verdict still does. */
export function showVerdict(caller: Caller, report: Report, folder: string, isAdvisory = false): void {
  caller.print(renderTerminal(report, { colour: caller.io.hasColours, folder }));
  const status = statusOf(report);
  caller.exitWith(isAdvisory && status !== exitStatus.noVerdict ? exitStatus.pass : status);
}
