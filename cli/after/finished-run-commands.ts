import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { factsInLog } from '../../reports/after/facts-in-log.ts';
import { mergeProblems } from '../../reports/after/merge-problems.ts';
import { addFacts } from '../../reports/after/merged-facts.ts';
import { renderTrend, trendOf, trendText } from '../../reports/after/trend/trend.ts';
import { withoutCommands } from '../../reports/escape.ts';
import { endOf } from '../../reports/judge/completeness.ts';
import { type Caller, type Io, showVerdict } from '../caller.ts';
import { NoVerdict, UsageError } from '../exit-status.ts';
import { readInputFile, readInputStream, writeNamed } from '../named-file.ts';
import { harnessCommand } from '../package-root.ts';
import { makeRunFolder, writeRun } from '../run/run-folder.ts';
import { factsOf, leftOut, reportOn, runsIn } from './finished-runs.ts';

export function addFinishedRunCommands(program: Command, caller: Caller): void {
  program
    .command('report')
    .description('build the report of a run again from its facts.json, and give its verdict')
    .argument('<run folder>')
    .action(async (folder: string) => {
      const facts = await factsOf(folder);
      const report = reportOn(facts, folder);
      await writeRun({ facts, report }, folder);
      showVerdict(caller, report, folder);
    });
  program
    .command('merge')
    .description('one verdict from the run folders, or logs, of several generators that ran at the same time')
    .argument(
      '<run folders or logs...>',
      'a log must come from k6 run with FACTS_TO_STDOUT=1; - reads one from standard input',
    )
    .option(
      '--out <dir>',
      'folder of the merged report, which replaces an earlier one in it; default: results/<time>-merge',
    )
    .action(async (folders: string[], { out }: { out?: string }) => {
      const run = await mergeFolders(folders, caller);
      await refusePart(out, folders);
      const folder = await makeRunFolder(out, 'merge');
      await writeRun(run, folder);
      showVerdict(caller, run.report, folder);
    });
  program
    .command('trend')
    .description(
      'one page over many runs: verdicts and figures over time; compares the newest run with earlier ones',
    )
    .argument('<folder of runs>')
    .option('--out <file>', 'the page; default: trend.html in the folder of runs')
    .action((folder: string, { out }: { out?: string }) => trend(folder, out, caller));
}

async function mergeFolders(folders: readonly string[], { io }: Caller) {
  const found = (await Promise.all(folders.map((folder) => factsAt(folder, io)))).flat();
  const [parts, names] = [found.map(({ facts }) => facts), found.map(({ name }) => name)];
  const problems = mergeProblems(parts, names);
  const [first, ...others] = parts;
  if (problems.length > 0 || first === undefined) {
    const words = `These runs cannot be merged:\n${problems.map((problem) => `  ${problem}`).join('\n')}`;
    const areWhole = parts.every((facts) => endOf(facts).completeness === 'complete');
    throw areWhole ? new UsageError(words) : new NoVerdict(words);
  }
  const facts = addFacts([first, ...others], harnessCommand());
  return { facts, report: reportOn(facts, 'The merged runs') };
}

/** Facts in a run folder or a log, each with a name for messages. */
async function factsAt(place: string, { stdin }: Io) {
  if (place === '-') {
    const name = 'standard input';
    return factsLogged(await readInputStream(stdin, mostLogMb, name), name);
  }
  const isFolder = (await stat(place).catch(() => null))?.isDirectory() !== false;
  const log = isFolder ? null : await readInputFile(place, mostLogMb);
  return log === null ? [{ name: place, facts: await factsOf(place) }] : factsLogged(log, place);
}

/** One log may come from many pods. */
const mostLogMb = 400;

const noFacts =
  'holds no facts, which k6 writes at its end and only with FACTS_TO_STDOUT=1. If the run is not over yet, wait for its end; otherwise set the variable and run it again.';

function factsLogged(log: Buffer, name: string) {
  try {
    const found = factsInLog(log.toString());
    if (found.length === 0) throw new Error(noFacts);
    return found.map((facts) => ({ name: `${name}, ${facts.plan.segment ?? facts.run.id}`, facts }));
  } catch (error) {
    throw new UsageError(`${name}: ${(error as Error).message}`);
  }
}

/** An earlier report in the folder of the merged one is removed first, so it must not be one of the parts. */
async function refusePart(out: string | undefined, folders: readonly string[]): Promise<void> {
  if (out === undefined) return;
  const realPathOf = (folder: string) => realpath(folder).catch(() => folder);
  const parts = await Promise.all(folders.map(realPathOf));
  if (parts.includes(await realPathOf(out)))
    throw new UsageError(`--out ${out} is one of the runs to merge: name another folder.`);
}

async function trend(folder: string, out: string | undefined, { print }: Caller): Promise<void> {
  const file = resolve(out ?? join(folder, 'trend.html'));
  const { runs, unreadable } = await runsIn(folder);
  const fromPage = <Found extends { readonly folder: string }>(found: Found): Found => ({
    ...found,
    folder: relative(dirname(file), resolve(folder, found.folder)).split(sep).join('/') || '.',
  });
  const skipped = unreadable.map(fromPage);
  const shown = trendOf(runs.map(fromPage));
  await writeNamed('--out', file, renderTrend(shown, skipped));
  print(withoutCommands(`${trendText(shown)}Page: ${file}${leftOut(skipped)}\n`));
}
