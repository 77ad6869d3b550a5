import { answerOf, firstLine } from './executable.ts';

/** The version that the harness fetches or builds. */
export const pinnedVersion = '2.2.0';

/** What `isSupported` takes, for messages. */
export const supportedWords = '2.2.0 or a newer 2.x';

/** The version in the output of `k6 version`; undefined where there is none, as in that of another program. */
export function readVersion(output: string): string | undefined {
  return /^k6(?:\.exe)? v(\d+\.\d+\.\d+\S*)/.exec(output.trim())?.[1];
}

/**
 * The summary format and the options that the scenarios use came with 2.2 and hold for the 2.x line; 3.0 may break them.
 * Pre-releases are not supported: their behaviour is that of no release.
 */
export function isSupported(version: string): boolean {
  const minor = /^2\.(\d+)\.\d+(?:\+\S*)?$/.exec(version)?.[1];
  return Number(minor) >= 2;
}

/** Runs `k6 version`; rejects with the reason when this is no k6 that the harness can use. */
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
