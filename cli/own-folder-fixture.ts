import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A command that leaves its files in a new folder, unless it names one or leaves none. */
export function inOwnFolder(args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'));
  const isSettled = args.includes('--out') || withoutOut.includes(args[0] ?? '');
  return { folder, words: isSettled ? args : [...args, '--out', folder] };
}

const withoutOut = [
  ...['checks', 'script', 'serve', 'contract', 'report', 'doctor', 'merge', 'trend', 'ledger', 'token'],
  ...['--help', '--version'],
];
