import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import { visible } from '../../reports/escape.ts';
import { counted } from '../../reports/format.ts';
import { outcomeWords } from '../../reports/outcome.ts';
import { changesInWords } from '../../reports/trend/html/banner.ts';
import { renderTrend } from '../../reports/trend/html/page.ts';
import type { TrendModel } from '../../reports/trend/model.ts';
import { trendOf } from '../../reports/trend/trend.ts';
import { UsageError } from '../exit-status.ts';
import { runsIn } from '../run-folders.ts';

export function addTrendCommand(program: Command): void {
  program
    .command('trend')
    .description(
      'one page over many runs: figures and verdicts over time, and where a change is more than noise',
    )
    .argument('<folder of runs>')
    .option('--out <file>', 'the page; default trend.html in the folder of runs')
    .allowExcessArguments(false)
    .action(async (folder: string, { out }: { out?: string }) => {
      const file = resolve(out ?? join(folder, 'trend.html'));
      const model = await trendIn(folder, file);
      await writePage(file, renderTrend(model));
      process.stdout.write(summary(model, file));
    });
}

/** The trend with the folders of its runs named as seen from the page. */
async function trendIn(folder: string, file: string): Promise<TrendModel> {
  const { runs, unreadable } = await runsIn(folder);
  if (runs.length === 0)
    throw new UsageError(`${folder} holds no report.json of a run.${listed(unreadable)}`);
  const fromPage = (name: string) =>
    relative(dirname(file), resolve(folder, name)).split(sep).join('/') || '.';
  return trendOf(
    runs.map((run) => ({ ...run, folder: fromPage(run.folder) })),
    unreadable.map((skipped) => ({ ...skipped, folder: fromPage(skipped.folder) })),
  );
}

async function writePage(file: string, page: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, page);
  } catch (error) {
    throw new UsageError(`--out ${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function summary(model: TrendModel, file: string): string {
  const { runs, skipped } = model;
  const newest = outcomeWords[runs.at(-1)?.outcome ?? 'none'];
  return [
    `${pc.bold(counted(runs.length, 'run'))}, the newest: ${newest}`,
    visible(changesInWords(model)),
    ...skipped.map(({ folder, reason }) => pc.dim(`left out: ${visible(folder)}: ${visible(reason)}`)),
    `Page: ${file}`,
    '',
  ].join('\n');
}

function listed(skipped: TrendModel['skipped']): string {
  return skipped.map(({ folder, reason }) => `\n  ${visible(folder)}: ${visible(reason)}`).join('');
}
