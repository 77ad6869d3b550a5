import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readReport } from '../reports/read-report.ts';
import type { Report } from '../reports/report.ts';
import { NoVerdict } from './exit-status.ts';

/** The report of one run folder, checked against its schema; k6 can exit 0 without having written one. */
export async function reportIn(folder: string): Promise<Report> {
  const file = join(folder, 'report.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new NoVerdict(`${file} cannot be read (${error.code}): the run left no report.`);
  });
  try {
    return readReport(text);
  } catch (error) {
    throw new NoVerdict(`${file} is no report of this harness: ${(error as Error).message}`);
  }
}

/** The same, and certainly of this run: a report left by an earlier one is no verdict. */
export async function freshReportIn(folder: string, runId: string): Promise<Report> {
  const report = await reportIn(folder);
  if (report.run.id === runId) return report;
  throw new NoVerdict(`${folder} holds the report of another run (${report.run.id}): this one left none.`);
}
