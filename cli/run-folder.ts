import { existsSync } from 'node:fs';
import { access, constants, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { buildReport } from '../reports/build/build.ts';
import { endOf } from '../reports/build/completeness.ts';
import { quote } from '../reports/evidence.ts';
import { renderAll, reportFiles } from '../reports/render-all.ts';
import { npxCommand, type StartedRun } from '../reports/report.ts';
import { NoVerdict, UsageError } from './exit-status.ts';
import type { Stage, WantedRun } from './make-run.ts';
import { harnessVersion, packageRoot } from './package-root.ts';
import { type FinishedRun, factsIn } from './read-run.ts';
import type { ScenarioOptions } from './run-scenario.ts';

/** Makes the folder of one run before anything is sent, and takes the report of an earlier run out of it. */
export async function makeRunFolder(
  out: string | undefined,
  scenario: string,
  startedAt: Date,
): Promise<string> {
  const stamp = startedAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/:/g, '-');
  if (out === '') throw new UsageError('--out: name a folder.');
  const folder = resolve(out ?? join('results', `${stamp}-${scenario}`));
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
    await refuseOthersFiles(folder);
    await removeRun(folder);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `--out ${folder}: the folder cannot be written (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  return folder;
}

/** Writes every file of a run folder. */
export async function writeRun({ facts, report }: FinishedRun, folder: string): Promise<void> {
  const files = renderAll(report, facts, folder);
  await Promise.all(Object.entries(files).map(([path, text]) => writeFile(path, text)));
}

/** After a run that came to no verdict, whatever k6 wrote of it: its folder says the same as the exit status. */
export async function withdrawRun(folder: string, runId: string, error: unknown): Promise<void> {
  const facts = await factsIn(folder).catch(() => null);
  if (facts === null) return removeReport(folder);
  if (facts.run.id !== runId || endOf(facts).completeness !== 'complete') return;
  const reason = error instanceof Error ? error.message : String(error);
  const completeness = error instanceof NoVerdict ? error.completeness : 'broken';
  const withdrawn = { ...facts, withdrawn: { completeness, reason } };
  await writeRun({ facts: withdrawn, report: buildReport(withdrawn) }, folder);
}

/** Files of an inconclusive run, out of the way of the next. */
export async function setTryAside(folder: string, number: number): Promise<void> {
  const place = join(folder, `try-${number}`);
  await makeFolder(place);
  await removeReport(place);
  const written = (await readdir(folder)).filter(isOfRun);
  await Promise.all(written.map((name) => rename(join(folder, name), join(place, name))));
}

function isOfRun(name: string): boolean {
  return reportFiles.includes(name) || /^k6(-\d+)?\.log$/.test(name);
}

/** Of an earlier run, its tries included. */
async function removeRun(folder: string): Promise<void> {
  const tries = (await readdir(folder)).filter((name) => /^try-\d$/.test(name));
  for (const place of [folder, ...tries.map((name) => join(folder, name))]) {
    const written = (await readdir(place)).filter(isOfRun);
    await Promise.all(written.map((name) => rm(join(place, name))));
  }
}

/** Files of these names that another program wrote would be gone. Each run of ours has its facts or its report. */
async function refuseOthersFiles(folder: string): Promise<void> {
  const found = (await readdir(folder)).filter((name) => reportFiles.includes(name));
  if (found.length === 0 || found.includes('facts.json') || found.includes('report.json')) return;
  throw new UsageError(
    `--out ${folder}: ${found[0]} in it is not from a run of the harness and would be overwritten. Name another folder.`,
  );
}

async function removeReport(folder: string): Promise<void> {
  await Promise.all(reportFiles.map((name) => rm(join(folder, name), { force: true })));
}

/** With its parents. Node's own recursive mkdir never returns where the system refuses new entries, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (existsSync(folder) || parent === folder) return;
  await makeFolder(parent);
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** `made`: the number of the load, from 1. */
export function startedRun(
  { scenario, options, target, plan, startedAt, runId, loadsMost, triesMost }: WantedRun,
  { k6 }: Pick<Stage, 'k6'>,
  companion: string,
  made: number,
): StartedRun {
  return {
    id: runId,
    startedAtMs: startedAt.getTime(),
    command: commandText(scenario.name, options),
    loads: { most: loadsMost, made, ...(triesMost === 1 ? {} : { tries: triesMost }) },
    isRateCapped: plan.cappedRate !== null,
    embedded: target === null,
    companion,
    k6Version: k6.version,
  };
}

/** The command that runs this again; what may hold a secret stays in the environment. */
function commandText(scenario: string, options: ScenarioOptions): string {
  const { embedded, profile, rate, duration, seed, contract, cert, key, cacert } = options;
  const { atMost, retryInconclusive, insecure, yes, advisory } = options;
  const again = { 'at-most': atMost, 'retry-inconclusive': retryInconclusive };
  const files = { contract, cert, key, cacert };
  const flags = { embedded, profile, rate, duration, seed, ...again, ...files, insecure, yes, advisory };
  const set = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name} ${inShell(value)}`];
  });
  return [harnessCommand(), scenario, ...set].join(' ');
}

/** With its version, as the README calls it; in a clone the harness is the one of the clone. */
function harnessCommand(): string {
  const name = 'encryption-backup-harness';
  const isInstalled = packageRoot().includes('node_modules');
  return isInstalled ? npxCommand({ name, version: harnessVersion() }) : `npx ${name}`;
}

function inShell(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : quote(text);
}
