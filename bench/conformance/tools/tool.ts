import { execa } from 'execa';
import type { Recipe } from '../../peer-tools.ts';

const limitS = 60;

/** `none`: the tool broke down or was stopped. */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'none';

/** What a tool says of a service. */
export interface Answer {
  readonly verdict: Verdict;
  /** What it says is broken, in its own words. */
  readonly findings: readonly string[];
  /** Why there is no verdict. */
  readonly error: string | null;
}

export interface Asking {
  readonly baseUrl: string;
  readonly token: string;
  /** An empty folder for what the tool writes. */
  readonly folder: string;
}

/** A tool that can be run. */
export interface Tool {
  readonly version: string;
  readonly ask: (asking: Asking) => Promise<Answer>;
}

export type ToolRecipe = Recipe<Tool>;

/** Resolves to the exit status; rejects when there is none within the limit. */
export async function exitStatusOf(
  file: string,
  args: readonly string[],
  { baseUrl, token, folder }: Asking,
): Promise<number> {
  const { exitCode, timedOut, shortMessage } = await execa(file, args, {
    cwd: folder,
    env: { BASE_URL: baseUrl, ACCESS_TOKEN: token },
    stdin: 'ignore',
    reject: false,
    timeout: limitS * 1000,
  });
  if (timedOut) throw new Error(`stopped after ${limitS} s`);
  if (exitCode === undefined) throw new Error(shortMessage ?? 'no exit status');
  return exitCode;
}
