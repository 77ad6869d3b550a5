import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quote } from '../reports/evidence.ts';
import { npxCommand } from '../reports/report.ts';

/** The folder of the harness itself: the sources of this file and its bundles in dist/ are one level below it. */
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

export function inShell(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : quote(text);
}
