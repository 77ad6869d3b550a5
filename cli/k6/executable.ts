import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { signalGroup } from '../process-group.ts';

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

export type Invocation = {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
};

/** Standard output of a short command; rejects with the reason in one line. */
export async function answerOf(file: string, { args, env, timeoutMs, signal }: Invocation): Promise<string> {
  const limits = { stdin: 'ignore', timeout: timeoutMs, maxBuffer: 1_000_000, reject: false } as const;
  const ending = signal === undefined ? {} : { cancelSignal: signal };
  const answer = await endingWhole(
    execa(file, args, { env, extendEnv: false, detached: true, ...limits, ...ending }),
  );
  if (!answer.failed) return answer.stdout;
  const { shortMessage, stdout, stderr } = answer;
  throw new Error(
    [shortMessage, stderr, stdout]
      .map((text = '') => firstLine(text))
      .filter(Boolean)
      .slice(0, 2)
      .join(': '),
  );
}

/** For `detached`. What a script leaves behind would hold its pipes open, and so keep this process from ending. */
export function endingWhole<Running extends { pid?: number; once(event: 'exit', then: () => void): unknown }>(
  running: Running,
): Running {
  const { pid } = running;
  if (pid !== undefined) running.once('exit', () => signalGroup(pid, 'SIGKILL'));
  return running;
}

export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.trim().slice(0, 200) ?? '';
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
  signal?: AbortSignal,
): Promise<string> {
  const output = await answerOf(file, { args: ['version'], env, timeoutMs, signal });
  const version = readVersion(output);
  if (version === undefined)
    throw new Error(`${file} answered "${firstLine(output)}", which is not a k6 version`);
  if (isSupported(version)) return version;
  throw new Error(`${file} is version ${version}; supported: ${supportedWords}`);
}

/** `serve` rejects with the reason if this way fails. */
export type Way<T> = { name: string; serve: () => Promise<T> };

export type Say = (line: string) => void;

/** Takes the first way that succeeds, and says why an earlier one failed; rejects with all reasons if none does, at once if aborted. */
export async function firstThatServes<T>(
  what: string,
  ways: readonly Way<T>[],
  advice: string,
  say: Say,
  signal?: AbortSignal,
): Promise<T> {
  const failures: string[] = [];
  for (const { name, serve } of ways) {
    try {
      return await serve();
    } catch (error) {
      signal?.throwIfAborted();
      const failure = `${name}: ${reasonOf(error)}`;
      failures.push(`  ${failure}`);
      say(failure);
    }
  }
  throw new Error(
    [`No usable ${what} found. Tried in this order:`, ...failures, `What to do: ${advice}`].join('\n'),
  );
}

/** `fetch` hides the reason in `cause`, which may itself hold several errors and no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message || error.name;
}
