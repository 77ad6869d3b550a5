import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import { type Companion, startCompanion } from './start-companion.ts';

const entry = fileURLToPath(new URL('companion-process.ts', import.meta.url));
const program = join(mkdtempSync(join(tmpdir(), 'companion-test-')), 'companion.mjs');
await build({ entryPoints: [entry], outfile: program, bundle: true, format: 'esm', platform: 'node' });

/** Builds a companion from the sources and runs it until the test ends. */
export async function started(): Promise<Companion> {
  const companion = await startCompanion(program);
  onTestFinished(() => companion.stop());
  return companion;
}
