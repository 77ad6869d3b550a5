import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './k6/package-root.ts';

export function harnessVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
}
