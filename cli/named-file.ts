import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from './exit-status.ts';

/**
 * The bytes of a file that the operator names; null: there is no such file. Rejects with UsageError, which calls it `name`, if it cannot be
 * read, if it is not a regular file, such as a pipe, which may never end, or if it is too large.
 */
export async function readInputFile(file: string, mostMb: number, name = file): Promise<Buffer | null> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw new UsageError(`${name}: is a folder; name a file`);
    if (!found.isFile())
      throw new UsageError(`${name}: is not a regular file; write its output to a file, and name that file`);
    if (found.size > mostMb * 1e6) throw tooLarge(name, mostMb);
    return await readFile(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR'].includes(code)) return null;
    throw new UsageError(`${name}: cannot be read (${code})`);
  }
}

/** All that comes from a stream. Rejects as `readInputFile` does. */
export async function readInputStream(stream: AsyncIterable<Buffer | string>, mostMb: number, name: string) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > mostMb * 1e6) throw tooLarge(name, mostMb);
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}

const tooLarge = (name: string, mostMb: number) =>
  new UsageError(`${name}: is larger than ${mostMb} MB; check the path`);

export async function writeNamed(option: string, file: string, text: string): Promise<void> {
  await makeFolder(dirname(file))
    .then(() => writeFile(file, text))
    .catch(refuseWriting(`${option} ${file}`));
}

/** For the `catch` of a write: throws UsageError with the code of the error. */
export function refuseWriting(file: string) {
  return ({ code }: NodeJS.ErrnoException): never => {
    throw new UsageError(`${file} cannot be written (${code}).`);
  };
}

/** With its parents. Node's own recursive mkdir never returns if the system refuses new entries, as in /proc. */
export async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (existsSync(folder) || parent === folder) return;
  await makeFolder(parent);
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
