import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../exit-status.ts';
import { temporaryFolder } from '../k6/stand-in-fixture.ts';
import { loadContract } from './read-contract.ts';

/** A folder with these files, until the test ends. */
export function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export function load(
  text: string,
  name = 'contract.yaml',
  others: Record<string, string> = {},
  env: Record<string, string> = {},
) {
  return loadContract(join(folderWith({ ...others, [name]: text }), name), env);
}

/** The problems, without the folder of the file. */
export async function problemsOf(loading: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await loading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UsageError)) throw new Error(`no UsageError but ${error}`);
  return error.problems.map((problem) => problem.replace(/[^ ]*\/harness-test-[^/]*\//g, ''));
}
