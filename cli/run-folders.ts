import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readReport } from '../reports/read-report.ts';
import type { RunFolder, SkippedFolder } from '../reports/trend/trend.ts';
import { UsageError } from './exit-status.ts';

export interface FoundRuns {
  readonly runs: readonly RunFolder[];
  readonly unreadable: readonly SkippedFolder[];
}

/** The reports in a folder and in each folder directly below it; "." stands for the folder itself. */
export async function runsIn(folder: string): Promise<FoundRuns> {
  const names = await foldersBelow(folder);
  const found: (RunFolder | SkippedFolder)[] = [];
  for (const name of ['.', ...names]) found.push(...(await runAt(folder, name)));
  return {
    runs: found.filter((one): one is RunFolder => 'report' in one),
    unreadable: found.filter((one): one is SkippedFolder => 'reason' in one),
  };
}

async function foldersBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${folder} cannot be read as a folder of runs (${error.code}).`);
  });
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => name)
    .sort();
}

/** A report is a few hundred kilobytes; what is far beyond that is none. */
const mostBytes = 50_000_000;

async function runAt(parent: string, folder: string): Promise<(RunFolder | SkippedFolder)[]> {
  const file = join(parent, folder, 'report.json');
  try {
    const { size } = await stat(file);
    if (size > mostBytes) return [{ folder, reason: `report.json has ${size} bytes` }];
    return [{ folder, report: readReport(await readFile(file, 'utf8')) }];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR' || (code === 'ENOENT' && folder === '.')) return [];
    return [{ folder, reason: code === 'ENOENT' ? 'no report.json' : (code ?? message) }];
  }
}
