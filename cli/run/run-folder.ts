import { access, constants, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { buildReport } from '../../reports/build/build.ts';
import { endOf } from '../../reports/build/completeness.ts';
import { renderAll, reportFiles } from '../../reports/formats/render-all.ts';
import { NoVerdict, UsageError } from '../exit-status.ts';
import { type FinishedRun, factsIn } from './read-run.ts';

/** Makes the folder of one run before anything is sent, and removes an earlier run from it. */
export async function makeRunFolder(out: string | undefined, scenario: string): Promise<string> {
  if (out === '') throw new UsageError('--out: name a folder.');
  const stamp = new Date().toISOString().replaceAll(':', '-');
  const folder = resolve(out ?? join('results', `${stamp}-${scenario}`));
  await mkdir(folder, { recursive: true })
    .then(() => access(folder, constants.W_OK))
    .catch(({ code }: NodeJS.ErrnoException) => {
      const isFile = code === 'ENOTDIR' || code === 'EEXIST';
      const reason = isFile ? 'this is a file, or lies below one' : `the folder cannot be written (${code})`;
      throw new UsageError(`--out ${folder}: ${reason}. Name a folder.`);
    });
  await removeRun(folder);
  return folder;
}

/** Writes every file of a run folder. */
export async function writeRun({ facts, report }: FinishedRun, folder: string): Promise<void> {
  const files = renderAll(report, facts, folder);
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(path, text)));
}

/**
 * For a run that came to no verdict: its folder says the same as the exit status, whatever k6 wrote. Returns the error, which names
 * the report if there is one.
 */
export async function withdrawRun(folder: string, runId: string, error: unknown): Promise<unknown> {
  const facts = await factsIn(folder).catch(() => null);
  if (facts === null) {
    await Promise.all(reportFiles.map((name) => rm(join(folder, name), { force: true })));
    return error;
  }
  if (facts.run.id !== runId) return error;
  if (endOf(facts).completeness === 'complete') {
    const reason = error instanceof Error ? error.message : String(error);
    const completeness = error instanceof NoVerdict ? error.completeness : 'broken';
    const withdrawn = { ...facts, withdrawn: { completeness, reason } };
    await writeRun({ facts: withdrawn, report: buildReport(withdrawn) }, folder);
  }
  if (!(error instanceof NoVerdict)) return error;
  return new NoVerdict(`${error.message} Its report: ${join(folder, 'report.html')}`, error.completeness);
}

/** Moves the files of an inconclusive run out of the way of the next. */
export async function setTryAside(folder: string, number: number): Promise<void> {
  const place = join(folder, `try-${number}`);
  await mkdir(place, { recursive: true });
  const written = (await readdir(folder)).filter(isOfRun);
  await Promise.all(written.map((name) => rename(join(folder, name), join(place, name))));
}

function isOfRun(name: string): boolean {
  return reportFiles.includes(name) || /^k6(-\d+)?\.log$/.test(name);
}

/** Removes an earlier run, its tries included. */
async function removeRun(folder: string): Promise<void> {
  const tries = (await readdir(folder)).filter((name) => /^try-\d$/.test(name));
  const found: string[] = [];
  for (const place of [folder, ...tries.map((name) => join(folder, name))]) {
    const written = (await readdir(place)).filter(isOfRun).map((name) => join(place, name));
    refuseOthersFiles(written, folder);
    found.push(...written);
  }
  for (const file of found) await rm(file);
}

/** Protects files that another program wrote under these names: each run of ours has facts. */
function refuseOthersFiles(files: readonly string[], folder: string): void {
  const report = files.find((file) => reportFiles.includes(basename(file)));
  if (report === undefined || files.some((file) => basename(file) === 'facts.json')) return;
  throw new UsageError(
    `--out ${folder}: ${relative(folder, report)} in it is not from a run of the harness and would be overwritten. Name another folder.`,
  );
}
