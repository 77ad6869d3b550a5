import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import { visible } from '../../reports/escape.ts';
import { mergeReports } from '../../reports/merge/merge.ts';
import type { Report } from '../../reports/report.ts';
import { renderTerminal } from '../../reports/terminal.ts';
import { statusOf, UsageError } from '../exit-status.ts';
import { reportIn } from '../read-report.ts';
import { makeRunFolder } from '../run-folder.ts';
import { writeReport } from '../write-report.ts';

export function addMergeCommand(program: Command): void {
  program
    .command('merge')
    .description('one verdict from the run folders of several generators that ran at the same time')
    .argument('<run folders...>')
    .option('--out <dir>', 'folder of the merged report; default results/<time>-merge')
    .allowExcessArguments(false)
    .action(async (folders: string[], { out }: { out?: string }) => {
      const report = await mergeFolders(folders);
      await refusePart(out, folders);
      const folder = await makeRunFolder(out, 'merge', new Date());
      await writeReport(report, folder);
      process.stdout.write(renderTerminal(report, { colour: pc.isColorSupported, folder }));
      process.exitCode = statusOf(report);
    });
}

async function mergeFolders(folders: readonly string[]): Promise<Report> {
  const reports = await Promise.all(folders.map(reportIn));
  const merge = mergeReports(reports, { names: folders });
  if (merge.ok) return merge.report;
  throw new UsageError(
    `These runs are not parts of one:\n${merge.problems.map((problem) => `  ${visible(problem)}`).join('\n')}`,
  );
}

/** The folder of the merged report is emptied of reports first: it must be none of the parts. */
async function refusePart(out: string | undefined, folders: readonly string[]): Promise<void> {
  if (out === undefined) return;
  const place = await realpath(out).catch(() => resolve(out));
  const parts = await Promise.all(folders.map((folder) => realpath(folder)));
  if (parts.includes(place))
    throw new UsageError(`--out ${out} is one of the runs to merge: name another folder.`);
}
