import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type RunFolder, type SkippedFolder, startOf } from '../../reports/after/trend/trend.ts';
import { visible } from '../../reports/escape.ts';
import { type Facts, readFacts } from '../../reports/facts.ts';
import { buildReport } from '../../reports/judge/build-report.ts';
import { type Report, readReport } from '../../reports/report.ts';
import { messageOf, NoVerdict, UsageError } from '../exit-status.ts';
import { factsIn, readParsed } from '../run/run-folder.ts';

export async function factsOf(folder: string): Promise<Facts> {
  const facts = await factsIn(folder);
  if (facts !== null) return facts;
  const fault = existsSync(folder) ? 'has no facts.json' : 'does not exist';
  throw new UsageError(`${folder} ${fault}: name the folder of a finished run.`);
}

/** The facts of a run, by its folder or its facts.json. Rejects with UsageError if there are none, or if they cannot be read. */
export async function factsNamed(place: string): Promise<Facts> {
  const found = (await isFile(place)) ? readParsed(place, readFacts) : factsOf(place);
  const facts = await found.catch(({ message }: Error) => {
    throw new UsageError(message);
  });
  if (facts === null) throw new UsageError(`${place} is gone.`);
  return facts;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}

/** The report of facts that were read at a place, and that somebody may have changed. Throws NoVerdict if no valid one comes of them. */
export function reportOn(facts: Facts, place: string): Report {
  try {
    const report = buildReport(facts);
    readReport(JSON.stringify(report));
    return report;
  } catch (error) {
    const reason = messageOf(error).replace(/\.$/, '');
    throw new NoVerdict(`${place}: The facts contradict each other, so they cannot be judged (${reason}).`);
  }
}

/**
 * The runs in a folder and in each folder directly below it, at least one; "." stands for the folder itself. `unreadable`: folders
 * of runs that left no report, or one that cannot be read.
 */
export async function runsIn(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    const fault = faults[error.code ?? ''] ?? `cannot be read (${error.code})`;
    throw new UsageError(`${folder} ${fault}. ${nameFolder}`);
  });
  const below = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
  const runs: RunFolder[] = [];
  const unreadable: SkippedFolder[] = [];
  for (const name of ['.', ...below.map((entry) => entry.name).sort()]) {
    const place = join(folder, name);
    try {
      const report = await reportIn(place);
      if (report !== null) runs.push({ folder: name, report });
      else if (existsSync(join(place, 'k6.log'))) unreadable.push({ folder: name, reason: 'no report.json' });
    } catch (error) {
      unreadable.push({ folder: name, reason: (error as Error).message.replace(`${place}${sep}`, '') });
    }
  }
  if (runs.length > 0) return { runs, unreadable };
  throw new UsageError(`${folder} has no report.json of a run. ${nameFolder}${leftOut(unreadable)}`);
}

const faults: Readonly<Record<string, string>> = { ENOENT: 'does not exist', ENOTDIR: 'is a file' };
const nameFolder =
  'Name the folder that holds the run folders, such as results; a ledger is shown by ledger --ledger FILE.';

export function leftOut(folders: readonly SkippedFolder[]): string {
  return folders.map(({ folder, reason }) => `\n  left out: ${visible(folder)}: ${visible(reason)}`).join('');
}

/** The runs that a command line names, in order of their start: report.json files, run folders or folders of runs. */
export async function runsNamed(paths: readonly string[]) {
  const found = await Promise.all(paths.map(runsAt));
  return {
    runs: found.flatMap(({ runs }) => runs).toSorted((a, b) => startOf(a) - startOf(b)),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
  };
}

async function runsAt(path: string) {
  if (!(await isFile(path))) return runsIn(path);
  const report = await readParsed(path, readReport).catch(({ message }: Error) => {
    throw new UsageError(`${message} Nothing was written.`);
  });
  return { runs: report === null ? [] : [{ folder: path, report }], unreadable: [] };
}

/** The report of a run, judged anew by the rules of today if its facts are there; null: the folder holds no run. */
async function reportIn(folder: string): Promise<Report | null> {
  const facts = await factsIn(folder);
  return facts === null ? await readParsed(join(folder, 'report.json'), readReport) : reportOn(facts, folder);
}
