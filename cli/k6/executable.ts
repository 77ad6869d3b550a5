import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { Absent, firstThatServes, type Say } from './attempts.ts';

/** All files of these names in the folders of PATH, in the order in which a shell would meet them, name by name. */
export function onPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const folders = [...new Set(path.split(delimiter).filter((folder) => folder !== ''))];
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name + suffix)))
    .filter((file) => existsSync(file));
}

export type Executable = { path: string; version: string };

/** The first of these files whose version can be had; says why each one before it cannot be used. */
export async function firstUsable(
  files: readonly string[],
  versionOf: (path: string) => Promise<string>,
  say: Say,
): Promise<Executable> {
  const ways = files.map((path) => ({
    name: 'skipped',
    serve: async (): Promise<Executable> => ({ path, version: await versionOf(path) }),
  }));
  return firstThatServes(ways, say, (refused) => new Absent(refused.map(({ reason }) => reason).join('; ')));
}

export type Invocation = { args: readonly string[]; env: NodeJS.ProcessEnv; timeoutMs: number };

/** Standard output of a short command; rejects with the reason in one line. */
export async function answerOf(file: string, { args, env, timeoutMs }: Invocation): Promise<string> {
  const detached = process.platform !== 'win32';
  const limits = { extendEnv: false, maxBuffer: 1_000_000, reject: false } as const;
  const child = execa(file, args, { env, stdin: 'ignore', detached, ...limits });
  let late = false;
  const patience = setTimeout(() => {
    late = true;
    killWithOffspring(child, detached);
  }, timeoutMs);
  const answer = await child.finally(() => clearTimeout(patience));
  if (!answer.failed) return answer.stdout;
  if (late) throw new Error(`${file} did not answer within ${timeoutMs / 1000} s`);
  throw new Error(`${file} ${endOf(answer)}`);
}

export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.trim().slice(0, 200) ?? '';
}

/** A child of a killed shell script would keep the output open, and us waiting: the whole process group goes. */
function killWithOffspring(
  child: { pid?: number; kill: (signal: 'SIGKILL') => boolean },
  detached: boolean,
): void {
  try {
    if (detached && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}

type Ending = {
  exitCode?: number | undefined;
  signal?: string | undefined;
  code?: string | undefined;
  stdout: string;
  stderr: string;
};

function endOf({ exitCode, signal, code, stdout, stderr }: Ending): string {
  if (exitCode === undefined && signal === undefined) return `cannot be started (${code})`;
  const end = exitCode === undefined ? `was ended by ${signal}` : `exits with ${exitCode}`;
  const words = firstLine(stderr) || firstLine(stdout);
  return words === '' ? end : `${end}: ${words}`;
}
