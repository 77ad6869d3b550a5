import { join } from 'node:path';
import { type Facts, readFacts } from '../../reports/facts.ts';
import { type Report, readReport } from '../../reports/report.ts';
import { NoVerdict, type UsageError } from '../exit-status.ts';
import { readInputFile } from '../named-file.ts';

export interface FinishedRun {
  readonly facts: Facts;
  readonly report: Report;
}

/** null: the folder has no facts. */
export function factsIn(folder: string): Promise<Facts | null> {
  return readParsed(join(folder, 'facts.json'), readFacts);
}

/** Reads what k6 wrote. It must belong to this run: a report left by an earlier run is not a verdict. */
export async function freshRunIn(folder: string, runId: string): Promise<FinishedRun> {
  const report = await readParsed(join(folder, 'report.json'), readReport);
  if (report === null) throw new NoVerdict(`${folder} has no report.json: the run left no report.`);
  if (report.run.id !== runId)
    throw new NoVerdict(`${folder} has the report of another run (${report.run.id}): this run left none.`);
  const facts = await factsIn(folder);
  if (facts === null) throw new NoVerdict(`${folder} has no facts.json: the run left none.`);
  return { facts, report };
}

const mostMb = 200;

/** The bytes of a file in a run folder, as `readInputFile` reads it. */
export function readRunFile(file: string): Promise<Buffer | null> {
  return readInputFile(file, mostMb);
}

/** Reads and parses a file in a run folder; null: there is no such file. */
export async function readParsed<T>(file: string, reader: (text: string) => T): Promise<T | null> {
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
