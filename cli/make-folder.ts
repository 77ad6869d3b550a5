import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** With its parents. Node's own recursive mkdir never returns if the system refuses new entries, as in /proc. */
export async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (existsSync(folder) || parent === folder) return;
  await makeFolder(parent);
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
