import { readFile, stat } from 'node:fs/promises';
import { UsageError } from './exit-status.ts';

/**
 * The bytes of a file that the operator names. Refuses one that is neither regular nor a folder, such as a pipe, which may never end, and
 * one that is too large. Rejects with the error of the system if it cannot be read.
 */
export async function readInputFile(file: string, mostMb: number): Promise<Buffer> {
  const found = await stat(file);
  if (!found.isFile() && !found.isDirectory())
    throw new UsageError(`${file}: is not a regular file; write what it gives to a file, and name that`);
  if (found.size > mostMb * 1e6) throw new UsageError(`${file}: is larger than ${mostMb} MB; check the path`);
  return await readFile(file);
}
