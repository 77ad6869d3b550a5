import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { RunFolder, SkippedFolder } from '../../reports/after/trend/trend.ts';
import { visible } from '../../reports/escape.ts';
import type { Facts } from '../../reports/facts.ts';
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
export function factsNamed(place: string): Promise<Facts> {
  return factsOf(basename(place) === 'facts.json' ? dirname(place) : place).catch(({ message }: Error) => {
    throw new UsageError(message);
  });
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
 * The runs at a place, at least one: in a folder and in each folder directly below it, or in a file. `unreadable`: folders of runs
 * that left no report, or one that cannot be read.
 */
export async function runsAt(place: string) {
  const runs: RunFolder[] = [];
  const unreadable: SkippedFolder[] = [];
  for (const file of await reportsAt(place)) {
    const folder = dirname(file);
    try {
      const report = await reportIn(file);
      if (report !== null) runs.push({ folder, report });
      else if (existsSync(join(folder, 'k6.log'))) unreadable.push({ folder, reason: 'no report.json' });
    } catch (error) {
      unreadable.push({ folder, reason: (error as Error).message.replace(`${folder}${sep}`, '') });
    }
  }
  if (runs.length > 0) return { runs, unreadable };
  throw new UsageError(`${place} has no report.json of a run. ${nameFolder}${leftOut(unreadable)}`);
}

/** Where reports may be. */
async function reportsAt(place: string): Promise<string[]> {
  try {
    const entries = await readdir(place, { withFileTypes: true });
    const below = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink());
    const folders = [place, ...below.map(({ name }) => join(place, name)).sort()];
    return folders.map((folder) => join(folder, 'report.json'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return [place];
    throw new UsageError(
      `${place} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}. ${nameFolder}`,
    );
  }
}

const nameFolder =
  'Name the folder that holds the run folders, such as results; a ledger is shown by ledger --ledger FILE.';

export function leftOut(folders: readonly SkippedFolder[]): string {
  return folders.map(({ folder, reason }) => `\n  left out: ${visible(folder)}: ${visible(reason)}`).join('');
}

/** The report of a run, judged anew by the rules of today if its facts are beside it; null: there is no run. */
async function reportIn(file: string): Promise<Report | null> {
  const folder = dirname(file);
  const facts = basename(file) === 'report.json' ? await factsIn(folder) : null;
  return facts === null ? await readParsed(file, readReport) : reportOn(facts, folder);
}
