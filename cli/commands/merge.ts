import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import { addFacts } from '../../reports/add-facts.ts';
import { buildReport } from '../../reports/build/build.ts';
import { visible } from '../../reports/escape.ts';
import type { Facts } from '../../reports/facts.ts';
import { refusals } from '../../reports/refusals.ts';
import { renderTerminal } from '../../reports/terminal.ts';
import { statusOf, UsageError } from '../exit-status.ts';
import { type FinishedRun, factsIn } from '../read-run.ts';
import { makeRunFolder } from '../run-folder.ts';
import { writeRun } from '../write-run.ts';

export function addMergeCommand(program: Command): void {
  program
    .command('merge')
    .description('give one verdict for the runs of several load generators that ran at the same time')
    .argument('<run folders...>')
    .option('--out <dir>', 'folder for the merged report; default: results/<time>-merge')
    .allowExcessArguments(false)
    .action(async (folders: string[], { out }: { out?: string }) => {
      const run = await mergeFolders(folders);
      await refusePart(out, folders);
      const folder = await makeRunFolder(out, 'merge', new Date());
      await writeRun(run, folder);
      process.stdout.write(renderTerminal(run.report, { colour: pc.isColorSupported, folder }));
      process.exitCode = statusOf(run.report);
    });
}

async function mergeFolders(folders: readonly string[]): Promise<FinishedRun> {
  const parts = await Promise.all(folders.map(factsOf));
  const problems = refusals(parts, folders);
  const [first, ...others] = parts;
  if (problems.length > 0 || first === undefined)
    throw new UsageError(
      `These runs cannot be merged:\n${problems.map((problem) => `  ${visible(problem)}`).join('\n')}`,
    );
  const facts = addFacts([first, ...others]);
  return { facts, report: buildReport(facts) };
}

async function factsOf(folder: string): Promise<Facts> {
  const facts = await factsIn(folder);
  if (facts !== null) return facts;
  throw new UsageError(`${folder} has no facts.json: give the folders of finished runs.`);
}

/** The folder of the merged report is emptied of reports first: it must be none of the parts. */
async function refusePart(out: string | undefined, folders: readonly string[]): Promise<void> {
  if (out === undefined) return;
  const place = await realpath(out).catch(() => resolve(out));
  const parts = await Promise.all(folders.map((folder) => realpath(folder)));
  if (parts.includes(place))
    throw new UsageError(`--out ${out} is one of the runs to merge: give another folder.`);
}
