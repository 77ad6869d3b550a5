import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { packageRoot } from '../cli/package-root.ts';
import type { Report } from '../reports/report.ts';
import { startTruthServer } from './truth/truth-server.ts';

/** The report of the command line on a service, whatever its verdict. */
export async function reportOf(
  url: string,
  token: string,
  args: readonly string[],
  within?: readonly string[],
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    return await reportIn(folder, url, token, args, within);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same, its files kept in a folder. `within`: words before the command, which run it elsewhere. */
export async function reportIn(
  folder: string,
  url: string,
  token: string,
  args: readonly string[],
  within: readonly string[] = [],
): Promise<Report> {
  const bin = join(packageRoot(), 'cli', 'bin.mjs');
  const [command = '', ...words] = [...within, process.execPath, bin, ...args, '--out', folder];
  const { exitCode, stderr } = await execa(command, words, {
    env: { BASE_URL: url, ACCESS_TOKEN: token },
    stdin: 'ignore',
    reject: false,
  });
  if (![0, 1, 3].includes(exitCode ?? -1)) throw new Error(`exit status ${exitCode}: ${stderr.slice(-300)}`);
  return JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
}

/** A server whose every answer takes as long. */
export function fixedServer(ms: number) {
  return startTruthServer({ mode: ['fixed', String(Math.round(ms * 1000))] });
}
