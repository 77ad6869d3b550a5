import type { Command } from 'commander';
import pc from 'picocolors';
import { renderTerminal } from '../../reports/terminal.ts';
import { statusOf } from '../exit-status.ts';
import { reportIn } from '../read-report.ts';
import { writeReport } from '../write-report.ts';

export function addReportCommands(program: Command): void {
  program
    .command('report')
    .description('render the files of a run folder again from its report.json, and repeat its verdict')
    .argument('<run folder>')
    .allowExcessArguments(false)
    .action(async (folder: string) => {
      const report = await reportIn(folder);
      await writeReport(report, folder);
      process.stdout.write(renderTerminal(report, { colour: pc.isColorSupported, folder }));
      process.exitCode = statusOf(report);
    });
}
