import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { packageRoot } from '../cli/package-root.ts';
import type { Facts } from '../reports/facts.ts';
import type { Report } from '../reports/report.ts';

/**
 * What the command line says of a service, whatever its verdict. The files stay in `bench/.tools/runs`, to be looked at, until a run of
 * that name is made again. `within`: words before the command, which run it elsewhere.
 */
export async function harnessRun(
  name: string,
  url: string,
  token: string,
  args: readonly string[],
  within: readonly string[] = [],
): Promise<{ readonly report: Report; readonly facts: Facts }> {
  const out = join(packageRoot(), 'bench', '.tools', 'runs', name.replace(/[^\w.]+/g, '-'));
  await rm(out, { recursive: true, force: true });
  const bin = join(packageRoot(), 'cli', 'bin.mjs');
  const [command = '', ...words] = [...within, process.execPath, bin, ...args, '--out', out];
  const { exitCode, stderr } = await execa(command, words, {
    env: { BASE_URL: url, ACCESS_TOKEN: token },
    stdin: 'ignore',
    reject: false,
  });
  if (![0, 1, 3].includes(exitCode ?? -1)) throw new Error(`exit status ${exitCode}: ${stderr.slice(-300)}`);
  const read = async (file: string) => JSON.parse(await readFile(join(out, file), 'utf8'));
  return { report: await read('report.json'), facts: await read('facts.json') };
}
