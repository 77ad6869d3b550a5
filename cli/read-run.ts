import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildReport } from '../reports/build/build.ts';
import type { Facts } from '../reports/facts.ts';
import { readFacts, readReport } from '../reports/read-report.ts';
import type { Report } from '../reports/report.ts';
import { NoVerdict } from './exit-status.ts';

export interface FinishedRun {
  /** null: an older run, which left its report alone. */
  readonly facts: Facts | null;
  /** Built from the facts by the rules of today. */
  readonly report: Report;
}

export async function runIn(folder: string): Promise<FinishedRun> {
  const facts = await factsIn(folder);
  return facts === null ? { facts, report: await reportIn(folder) } : { facts, report: buildReport(facts) };
}

/** null: the folder has no facts. */
export async function factsIn(folder: string): Promise<Facts | null> {
  const file = join(folder, 'facts.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new NoVerdict(`${file} cannot be read (${error.code}).`);
  });
  return text === null ? null : read(file, text, readFacts);
}

/** The report as it was written, checked against its schema; k6 can exit 0 without having written one. */
async function reportIn(folder: string): Promise<Report> {
  const file = join(folder, 'report.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new NoVerdict(`${file} cannot be read (${error.code}): the run left no report.`);
  });
  return read(file, text, readReport);
}

function read<T>(file: string, text: string, reader: (text: string) => T): T {
  try {
    return reader(text);
  } catch (error) {
    throw new NoVerdict(`${file} was not written by this harness: ${(error as Error).message}`);
  }
}

/** The same, and certainly of this run: a report left by an earlier one is no verdict. */
export async function freshReportIn(folder: string, runId: string): Promise<Report> {
  const report = await reportIn(folder);
  if (report.run.id === runId) return report;
  throw new NoVerdict(`${folder} holds the report of another run (${report.run.id}): this one left none.`);
}
