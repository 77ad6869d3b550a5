import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inShell } from '../reports/evidence.ts';
import { npxCommand } from '../reports/report.ts';

/** The folder of the harness itself, found from the source as well as from a bundle of it, wherever that is. */
export function packageRoot(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error(`No folder above ${import.meta.url} has a package.json.`);
    folder = above;
  }
  return fileURLToPath(folder);
}

export function harnessVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
}

/** How this harness is started from the working directory: with npx where it is installed, in a clone by the path of its program. */
export function harnessCommand(): string {
  const root = packageRoot();
  if (root.includes('node_modules'))
    return npxCommand({ name: 'encryption-backup-harness', version: harnessVersion() });
  return `node ${inShell(relative(process.cwd(), join(root, 'cli', 'bin.mjs')))}`;
}
