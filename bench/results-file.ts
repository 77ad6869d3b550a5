import { readFile, writeFile } from 'node:fs/promises';

/** What every bench keeps of its runs. */
interface Kept {
  readonly runs: readonly unknown[];
}

/** What earlier commands measured; null where there is nothing yet. */
export async function readResults<Results extends Kept>(file: string): Promise<Results | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

/** A line a run, so that a change of the file can be read. */
export async function writeResults<Results extends Kept>(
  file: string,
  { runs, ...rest }: Results,
): Promise<void> {
  const head = JSON.stringify(rest, null, 2).replace(/\n}$/, '');
  const lines = runs.map((run) => `    ${JSON.stringify(run)}`);
  await writeFile(file, `${head},\n  "runs": [\n${lines.join(',\n')}\n  ]\n}\n`);
}
