import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { visible } from '../reports/escape.ts';
import type { Report } from '../reports/report.ts';
import { NoVerdict, UsageError } from './exit-status.ts';
import { reportIn } from './read-run.ts';
import { runsIn } from './run-folders.ts';

/** The runs to compare with: a report.json, a run folder, or a folder of many. Throws UsageError where there is none. */
export async function readBaseline(path: string, say: (line: string) => void): Promise<Report[]> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`--baseline ${path} cannot be read (${error.code}).`);
    },
  );
  if (isFile) return [await reportFile(path)];
  const { runs, unreadable } = await runsIn(path);
  for (const { folder, reason } of unreadable)
    say(`--baseline: ${visible(folder)} is left out: ${visible(reason)}`);
  if (runs.length === 0) throw new UsageError(`--baseline ${path} holds no report.json of a run.`);
  return runs.map(({ report }) => report);
}

async function reportFile(path: string): Promise<Report> {
  if (basename(path) !== 'report.json')
    throw new UsageError(`--baseline ${path}: name a report.json or a folder of runs.`);
  return reportIn(dirname(path)).catch((error: unknown) => {
    throw error instanceof NoVerdict ? new UsageError(`--baseline: ${error.message}`) : error;
  });
}
