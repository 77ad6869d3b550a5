import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { visible } from '../../reports/escape.ts';
import { renderTrend } from '../../reports/trend/page.ts';
import { type SkippedFolder, trendOf } from '../../reports/trend/trend.ts';
import { UsageError } from '../exit-status.ts';
import { runsIn } from '../run-folders.ts';

export function addTrendCommand(program: Command): void {
  program
    .command('trend')
    .description(
      'make one page of many runs: verdicts and figures over time, the newest run beside the previous ones',
    )
    .argument('<folder of runs>')
    .option('--out <file>', 'the page; default: trend.html in the folder of runs')
    .allowExcessArguments(false)
    .action(async (folder: string, { out }: { out?: string }) => {
      const file = resolve(out ?? join(folder, 'trend.html'));
      const { runs, unreadable } = await runsIn(folder);
      if (runs.length === 0)
        throw new UsageError(`${folder} has no report.json of a run.${listed(unreadable)}`);
      const fromPage = <Found extends { readonly folder: string }>(found: Found): Found => ({
        ...found,
        folder: relative(dirname(file), resolve(folder, found.folder)).split(sep).join('/') || '.',
      });
      const trend = trendOf(runs.map(fromPage), unreadable.map(fromPage));
      await writePage(file, renderTrend(trend));
      process.stdout.write(`Page: ${file}${listed(trend.skipped)}\n`);
    });
}

async function writePage(file: string, page: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, page);
  } catch (error) {
    throw new UsageError(`--out ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function listed(skipped: readonly SkippedFolder[]): string {
  return skipped.map(({ folder, reason }) => `\n  left out: ${visible(folder)}: ${visible(reason)}`).join('');
}
