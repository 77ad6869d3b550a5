import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { visible } from '../../reports/escape.ts';
import { type Facts, readFacts } from '../../reports/facts.ts';
import { checkedReport } from '../../reports/judge/checked-report.ts';
import { type Report, readReport } from '../../reports/report.ts';
import type { RunFolder, SkippedFolder } from '../../reports/trend/trend.ts';
import { NoVerdict, UsageError } from '../exit-status.ts';
import { readInputFile } from '../input-file.ts';

export interface FinishedRun {
  readonly facts: Facts;
  readonly report: Report;
}

/** The facts of a finished run. Rejects with UsageError if the folder has none. */
export async function factsOf(folder: string): Promise<Facts> {
  const facts = await factsIn(folder);
  if (facts !== null) return facts;
  throw new UsageError(`${folder} has no facts.json: name the folder of a finished run.`);
}

/** The facts of a run, by its folder or its facts.json. Rejects with UsageError if there are none, or if they cannot be read. */
export async function factsNamed(place: string): Promise<Facts> {
  const isFile = (await stat(place).catch(() => null))?.isFile() === true;
  if (!isFile) return factsOf(place).catch(refuse);
  const facts = await read(place, readFacts).catch(refuse);
  if (facts === null) throw new UsageError(`${place} is gone.`);
  return facts;
}

function refuse({ message }: Error): never {
  throw new UsageError(message);
}

/** The report of facts that were read at a place. Throws NoVerdict if no valid one comes of them. */
export function reportOn(facts: Facts, place: string): Report {
  try {
    return checkedReport(facts);
  } catch (error) {
    throw new NoVerdict(`${place}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** null: the folder has no facts. */
export function factsIn(folder: string): Promise<Facts | null> {
  return read(join(folder, 'facts.json'), readFacts);
}

/** What k6 wrote. It must be of this run: a report left by an earlier one is not a verdict. */
export async function freshRunIn(folder: string, runId: string): Promise<FinishedRun> {
  const report = await read(join(folder, 'report.json'), readReport);
  if (report === null) throw new NoVerdict(`${folder} has no report.json: the run left no report.`);
  if (report.run.id !== runId)
    throw new NoVerdict(`${folder} has the report of another run (${report.run.id}): this run left none.`);
  const facts = await factsIn(folder);
  if (facts === null) throw new NoVerdict(`${folder} has no facts.json: the run left none.`);
  return { facts, report };
}

export interface FoundRuns {
  readonly runs: readonly RunFolder[];
  /** Folders of runs that left no report, or one that cannot be read. */
  readonly unreadable: readonly SkippedFolder[];
}

/** The runs in a folder and in each folder directly below it, at least one; "." stands for the folder itself. */
export async function runsIn(folder: string): Promise<FoundRuns> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${folder} cannot be read as a folder of runs (${error.code}).`);
  });
  const below = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
  const found = await runsBelow(folder, ['.', ...below.map((entry) => entry.name).sort()]);
  if (found.runs.length > 0) return found;
  throw new UsageError(`${folder} has no report.json of a run.${leftOut(found.unreadable)}`);
}

/** A line for each folder that holds no run. */
export function leftOut(folders: readonly SkippedFolder[]): string {
  return folders.map(({ folder, reason }) => `\n  left out: ${visible(folder)}: ${visible(reason)}`).join('');
}

async function runsBelow(folder: string, names: readonly string[]): Promise<FoundRuns> {
  const runs: RunFolder[] = [];
  const unreadable: SkippedFolder[] = [];
  for (const name of names) {
    const place = join(folder, name);
    try {
      const report = await reportIn(place);
      if (report !== null) runs.push({ folder: name, report });
      else if (existsSync(join(place, 'k6.log'))) unreadable.push({ folder: name, reason: 'no report.json' });
    } catch (error) {
      unreadable.push({ folder: name, reason: (error as Error).message.replace(`${place}${sep}`, '') });
    }
  }
  return { runs, unreadable };
}

/** The runs that a command line names, in order of their start: report.json files, run folders or folders of runs. */
export async function runsNamed(paths: readonly string[]): Promise<FoundRuns> {
  const found = await Promise.all(paths.map(runsAt));
  const runs = found.flatMap((one) => one.runs);
  return {
    runs: runs.toSorted((a, b) => Date.parse(a.report.run.startedAt) - Date.parse(b.report.run.startedAt)),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
  };
}

async function runsAt(path: string): Promise<FoundRuns> {
  const isFile = (await stat(path).catch(() => null))?.isFile() === true;
  if (!isFile) return runsIn(path);
  const report = await read(path, readReport).catch(({ message }: Error) => {
    throw new UsageError(`${message} Nothing was written.`);
  });
  return { runs: report === null ? [] : [{ folder: path, report }], unreadable: [] };
}

/** By the rules of today if the facts are there. null: there is no run. */
async function reportIn(folder: string): Promise<Report | null> {
  const facts = await factsIn(folder);
  return facts === null ? await read(join(folder, 'report.json'), readReport) : reportOn(facts, folder);
}

const mostMb = 200;

/** The bytes of a file in a run folder, as `readInputFile` reads it. */
export function readRunFile(file: string): Promise<Buffer | null> {
  return readInputFile(file, mostMb);
}

/** null: there is no such file. */
async function read<T>(file: string, reader: (text: string) => T): Promise<T | null> {
  const content = await readRunFile(file).catch(({ message }: UsageError) => {
    throw new NoVerdict(`${message}.`);
  });
  if (content === null) return null;
  try {
    return reader(content.toString());
  } catch (error) {
    throw new NoVerdict(`${file} was not written by this harness: ${(error as Error).message}`);
  }
}
