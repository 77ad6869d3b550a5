import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the pinned Go module of k6, inside the package. */
export const moduleFolder = join('cli', 'k6', 'module');

/** The folder of the harness itself, found from the source as well as from a bundle of it. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, moduleFolder, 'go.mod'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no ${moduleFolder} above ${fileURLToPath(import.meta.url)}`);
    folder = parent;
  }
  return folder;
}

export function harnessVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
}
