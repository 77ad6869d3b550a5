import type { Command } from 'commander';
import pc from 'picocolors';
import { renderTerminal } from '../../reports/terminal.ts';
import { statusOf } from '../exit-status.ts';
import { runIn } from '../read-run.ts';
import { writeRun } from '../write-run.ts';

export function addReportCommands(program: Command): void {
  program
    .command('report')
    .description('rebuild the report of a run from its facts.json and give its verdict')
    .argument('<run folder>')
    .allowExcessArguments(false)
    .action(async (folder: string) => {
      const run = await runIn(folder);
      await writeRun(run, folder);
      process.stdout.write(renderTerminal(run.report, { colour: pc.isColorSupported, folder }));
      process.exitCode = statusOf(run.report);
    });
}
