import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inShell } from '../reports/evidence.ts';
import { npxCommand } from '../reports/report.ts';

/** The folder of the harness itself. This file, and each bundle that holds it, is in a folder there. */
export function packageRoot(): string {
  return fileURLToPath(new URL('..', import.meta.url));
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
