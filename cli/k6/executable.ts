import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';

/** All files with these names in the folders of PATH, name by name, in the order of the folders. */
export function onPath(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const folders = [...new Set(path.split(delimiter).filter((folder) => folder !== ''))];
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name + suffix)))
    .filter((file) => existsSync(file));
}

export type Executable = { path: string; version: string };

/** The first of these files that has a usable version; says why earlier ones cannot be used. */
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

/** Kills the whole process group: a child of a shell script would keep the output open. */
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

/** The version that the harness fetches or builds. */
export const pinnedVersion = '2.2.0';

/** The versions that `isSupported` accepts, for messages. */
export const supportedWords = '2.2.0 or a newer 2.x';

/** The version in the output of `k6 version`; undefined: another program wrote it. */
export function readVersion(output: string): string | undefined {
  return /^k6(?:\.exe)? v(\d+\.\d+\.\d+\S*)/.exec(output.trim())?.[1];
}

/**
 * The summary format and the options that the scenarios use came with 2.2 and are stable in 2.x; 3.0 may break them.
 * Pre-releases are not supported, because they may behave like no release.
 */
export function isSupported(version: string): boolean {
  const minor = /^2\.(\d+)\.\d+(?:\+\S*)?$/.exec(version)?.[1];
  return Number(minor) >= 2;
}

/** Runs `k6 version`; rejects with the reason if the harness cannot use this file. */
export async function usableVersion(
  file: string,
  env: NodeJS.ProcessEnv,
  timeoutMs = 10_000,
): Promise<string> {
  const output = await answerOf(file, { args: ['version'], env, timeoutMs });
  const version = readVersion(output);
  if (version === undefined)
    throw new Error(`${file} answered "${firstLine(output)}", which is not a k6 version`);
  if (isSupported(version)) return version;
  throw new Error(`${file} is version ${version}; supported: ${supportedWords}`);
}

/** One way that was tried, and why it failed. */
export type Attempt = { way: string; reason: string };

/** `serve` rejects with the reason if this way fails. */
export type Way<T> = { name: string; serve: () => Promise<T> };

export type Say = (line: string) => void;

/** A way has nothing to offer, which is not a fault: mentioned only if every way fails. */
export class Absent extends Error {}

/** Takes the first way that succeeds; if none does, `failure` makes the error from all reasons. */
export async function firstThatServes<T>(
  ways: readonly Way<T>[],
  say: Say,
  failure: (attempts: Attempt[]) => Error,
): Promise<T> {
  const attempts: Attempt[] = [];
  for (const { name, serve } of ways) {
    try {
      return await serve();
    } catch (error) {
      const reason = reasonOf(error);
      attempts.push({ way: name, reason });
      if (!(error instanceof Absent)) say(`${name}: ${reason}`);
    }
  }
  throw failure(attempts);
}

export function listAttempts(attempts: readonly Attempt[]): string {
  const width = Math.max(...attempts.map(({ way }) => way.length));
  return attempts.map(({ way, reason }) => `  ${way.padEnd(width)}  ${reason}`).join('\n');
}

/** `fetch` hides the reason in `cause`, which may itself hold several errors and no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message || error.name;
}
