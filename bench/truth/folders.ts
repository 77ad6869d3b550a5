import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../cli/k6/package-root.ts';

export const benchFolder = join(packageRoot(), 'bench', 'truth');

/** Where the bench puts what it builds and installs: a folder that git ignores by itself. */
export async function toolsFolder(): Promise<string> {
  const folder = join(packageRoot(), 'bench', '.tools');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*\n');
  return folder;
}
