import { existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { execa, type Options } from 'execa';
import { messageOf } from '../exit-status.ts';
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

export const executableName = process.platform === 'win32' ? 'k6.exe' : 'k6';

/** Standard output of a command that needs no input; rejects with the reason in one line. */
export async function answerOf(file: string, args: readonly string[], options: Options): Promise<string> {
  const running = execa(file, args, {
    ...options,
    extendEnv: false,
    stdin: 'ignore',
    maxBuffer: 1_000_000,
    reject: false,
    detached: true,
  });
  const { pid } = running;
  // What a script leaves behind would hold its pipes open, and so keep this process from ending.
  if (pid !== undefined) running.once('exit', () => signalGroup(pid, 'SIGKILL'));
  const { failed, shortMessage, stdout, stderr } = await running;
  if (!failed) return String(stdout);
  const said = String(stderr || stdout).trim();
  const crash = crashLines(said);
  const words = crash.length > 0 ? crash : said.split('\n').slice(-3);
  throw new Error(
    [firstLine(shortMessage ?? ''), words.join(' / ').slice(0, 400)].filter(Boolean).join(': '),
  );
}

/** The first lines in which a Go program says why it crashed, without stack traces; empty: it did not crash. */
export function crashLines(text: string): string[] {
  const lines = text
    .split('\n')
    .filter((line) => /^(fatal error|panic|runtime(\/cgo)?|SIG[A-Z]+): ./.test(line));
  return lines.slice(0, 3);
}

export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.trim().slice(0, 200) ?? '';
}

export const pinnedVersion = '2.2.0';

export const supportedWords = '2.2.0 or a newer 2.x';

/** The version in the output of `k6 version`, which begins with the name of its file; undefined: another program wrote it. */
export function readVersion(output: string, file: string): string | undefined {
  const [, name = '', version] = /^(.+?) v(\d+\.\d+\.\d+\S*)/.exec(output.trim()) ?? [];
  return ['k6', executableName, basename(file)].includes(name) ? version : undefined;
}

/**
 * The summary format and the options that the scenarios use came with 2.2 and are stable in 2.x; 3.0 may break them.
 * Pre-releases are not supported, because they may behave like no release.
 */
export function isSupported(version: string): boolean {
  return /^2\.([2-9]|[1-9]\d+)\.\d+(\+\S*)?$/.test(version);
}

/** Runs `k6 version`; rejects with the reason if the harness cannot use this file. */
export async function usableVersion(file: string, options: Options): Promise<string> {
  const output = await answerOf(file, ['version'], { timeout: 10_000, ...options });
  const version = readVersion(output, file);
  if (version === undefined)
    throw new Error(`${file} answered "${firstLine(output)}", which is not a k6 version`);
  if (isSupported(version)) return version;
  throw new Error(`${file} is version ${version}; supported: ${supportedWords}`);
}

/** Takes the first way that succeeds, and says why an earlier one failed; rejects with all reasons if none does, at once if aborted. */
export async function firstThatServes<T>(
  what: string,
  ways: readonly { name: string; serve: () => Promise<T> }[],
  advice: string,
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<T> {
  const failures: string[] = [];
  for (const { name, serve } of ways) {
    try {
      return await serve();
    } catch (error) {
      signal?.throwIfAborted();
      const reason = messageOf(error);
      failures.push(`  ${name}: ${reason}`);
      say(`Could not get ${what} from ${name}: ${reason}`);
    }
  }
  throw new Error(
    [`No usable ${what} found. Tried in this order:`, ...failures, `What to do: ${advice}`].join('\n'),
  );
}
