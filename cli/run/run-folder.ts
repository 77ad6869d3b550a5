import { access, constants, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Facts, readFacts } from '../../reports/facts.ts';
import { renderAll, reportFiles } from '../../reports/formats/render-all.ts';
import { buildReport } from '../../reports/judge/build-report.ts';
import { endOf } from '../../reports/judge/completeness.ts';
import { type Report, readReport } from '../../reports/report.ts';
import { messageOf, NoVerdict, UsageError } from '../exit-status.ts';
import { makeFolder, readInputFile } from '../named-file.ts';

/** Creates the folder of a run before anything is sent, and removes an earlier run from it. */
export async function makeRunFolder(out: string | undefined, scenario: string): Promise<string> {
  if (out === '') throw new UsageError('--out: name a folder.');
  const stamp = new Date().toISOString().replaceAll(':', '-');
  const folder = resolve(out ?? join('results', `${stamp}-${scenario}`));
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
    await removeRun(folder);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOTDIR'
        ? 'this is a file, or lies below one. Name a folder.'
        : `the folder cannot be created or written (${code}). Name another folder.`;
    throw new UsageError(`--out ${folder}: ${reason}`);
  }
  return folder;
}

/** Writes all files of a run folder. If one cannot be written, all stay as they were. */
export async function writeRun(run: { facts: Facts; report: Report }, folder: string): Promise<void> {
  const files = Object.entries(renderAll(run.report, run.facts, folder));
  const part = (path: string) => `${path}.part`;
  const written = await Promise.allSettled(files.map(([path, text]) => writeFile(part(path), text)));
  const failed = written.find((one) => one.status === 'rejected');
  if (failed !== undefined) {
    await Promise.allSettled(files.map(([path]) => rm(part(path))));
    throw failed.reason;
  }
  await Promise.all(files.map(([path]) => rename(part(path), path)));
}

export async function removeReports(folder: string): Promise<void> {
  await Promise.allSettled(reportFiles.map((name) => rm(join(folder, name), { force: true })));
}

/**
 * For a run without a verdict: makes its folder agree with the exit status, whatever k6 wrote. Returns the error, which names the
 * report if there is one.
 */
export async function withdrawRun(folder: string, runId: string, error: unknown): Promise<unknown> {
  const facts = await factsIn(folder).catch(() => null);
  if (facts === null) {
    await removeReports(folder);
    return error;
  }
  if (facts.run.id !== runId) return error;
  const reported = endOf(facts).completeness;
  const completeness = error instanceof NoVerdict ? error.completeness : 'broken';
  // k6 does not know why its setup ended.
  if (reported === 'complete' || (reported === 'interrupted' && completeness === 'broken')) {
    const withdrawn = { ...facts, withdrawn: { completeness, reason: messageOf(error) } };
    try {
      await writeRun({ facts: withdrawn, report: buildReport(withdrawn) }, folder);
    } catch {
      await removeReports(folder);
      return error;
    }
  }
  if (!(error instanceof NoVerdict)) return error;
  return new NoVerdict(`${error.message} Its report: ${join(folder, 'report.html')}`, error.completeness);
}

/** Removes an earlier run, which has facts or a report that name the harness. Refuses the folder if such files are of another program. */
async function removeRun(folder: string): Promise<void> {
  const names = await readdir(folder);
  const found = names.find((name) => reportFiles.includes(name));
  if (found !== undefined && !(await isOfHarness(folder)))
    throw new UsageError(
      `--out ${folder}: ${found} in it is not from a run of the harness and would be overwritten. Name another folder.`,
    );
  const written = names.filter((name) => reportFiles.includes(name) || /^k6(-\d+)?\.log$/.test(name));
  await Promise.all(written.map((name) => rm(join(folder, name))));
}

/** A run that was cut short may have left an incomplete or empty file. */
async function isOfHarness(folder: string): Promise<boolean> {
  const paths = ['facts.json', 'report.json'].map((name) => join(folder, name));
  const contents = await Promise.all(paths.map((path) => readInputFile(path, mostMb).catch(() => null)));
  const isOurs = (content: Buffer) =>
    content.length === 0 || content.toString('utf8', 0, 1000).includes('"encryption-backup-harness"');
  return contents.some((content) => content !== null && isOurs(content));
}

/** null: the folder has no facts. */
export function factsIn(folder: string): Promise<Facts | null> {
  return readParsed(join(folder, 'facts.json'), readFacts);
}

/** Reads what k6 wrote. It must belong to this run: a report left by an earlier run is not a verdict. */
export async function freshRunIn(folder: string, runId: string) {
  const report = await readParsed(join(folder, 'report.json'), readReport);
  if (report === null) throw new NoVerdict(`${folder} has no report.json: the run left no report.`);
  if (report.run.id !== runId)
    throw new NoVerdict(`${folder} has the report of another run (${report.run.id}): this run left none.`);
  const facts = await factsIn(folder);
  if (facts === null) throw new NoVerdict(`${folder} has no facts.json: the run left none.`);
  return { facts, report };
}

const mostMb = 200;

/** Reads and parses a file in a run folder; null: there is no such file. */
export async function readParsed<T>(file: string, reader: (text: string) => T): Promise<T | null> {
  const content = await readInputFile(file, mostMb).catch(({ message }: UsageError) => {
    throw new NoVerdict(`${message}.`);
  });
  if (content === null) return null;
  try {
    return reader(content.toString());
  } catch (error) {
    throw new NoVerdict(`${file} was not written by this harness: ${(error as Error).message}`);
  }
}
