import { readFile, stat } from 'node:fs/promises';
import { UsageError } from './exit-status.ts';

/**
 * The bytes of a file that the operator names; null: there is no such file. Rejects with UsageError, which calls it `name`, if it cannot be
 * read, if it is not a regular file, such as a pipe, which may never end, or if it is too large.
 */
export async function readInputFile(file: string, mostMb: number, name = file): Promise<Buffer | null> {
  try {
    const found = await stat(file);
    if (!found.isFile() && !found.isDirectory())
      throw new UsageError(`${name}: is not a regular file; write what it gives to a file, and name that`);
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
export async function readInputStream(
  stream: AsyncIterable<Buffer | string>,
  mostMb: number,
  name: string,
): Promise<Buffer> {
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
