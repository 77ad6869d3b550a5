import { readFile, stat } from 'node:fs/promises';
import { readReport } from '../reports/read-report.ts';
import type { Report } from '../reports/report.ts';
import type { SkippedFolder } from '../reports/trend/trend.ts';
import { UsageError } from './exit-status.ts';
import { runsIn } from './run-folders.ts';

export interface FinishedRuns {
  readonly reports: readonly Report[];
  /** Folders beside runs that hold none. */
  readonly unreadable: readonly SkippedFolder[];
}

/** The reports that a command line names: each a report.json, a run folder or a folder of runs. In order of their start. */
export async function finishedRuns(paths: readonly string[]): Promise<FinishedRuns> {
  const found = await Promise.all(paths.map(runsAt));
  const reports = found.flatMap((one) => one.reports);
  return {
    reports: reports.toSorted((a, b) => Date.parse(a.run.startedAt) - Date.parse(b.run.startedAt)),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
  };
}

async function runsAt(path: string): Promise<FinishedRuns> {
  const isFile = await stat(path).then(
    (entry) => entry.isFile(),
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`${path} cannot be read as a run (${error.code}). Nothing was written.`);
    },
  );
  if (isFile) return { reports: [await reportAt(path)], unreadable: [] };
  const { runs, unreadable } = await runsIn(path);
  if (runs.length > 0) return { reports: runs.map(({ report }) => report), unreadable };
  const reasons = unreadable.map(({ folder, reason }) => `\n  ${folder}: ${reason}`).join('');
  throw new UsageError(`${path} has no report.json of a run. Nothing was written.${reasons}`);
}

async function reportAt(file: string): Promise<Report> {
  try {
    return readReport(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(
      `${file} is not a report of this harness: ${(error as Error).message} Nothing was written.`,
    );
  }
}
