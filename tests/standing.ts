import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { scriptText } from '../cli/contract/scenario-script.ts';
import { bundleForK6 } from '../tools/bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'deletion-'));

/** A scenario that lacks what the stand leaves out. */
export async function bundleWithout(scenario: string, removal: Plugin): Promise<string> {
  const outFile = join(folder, `${scenario}.js`);
  writeFileSync(outFile, scriptText(await bundleForK6('scenarios/script.ts', [removal]), scenario));
  return outFile;
}

/** Puts a file of `broken/` between the harness and some of its modules. */
export const standing = (name: string, filter: RegExp): Plugin => ({
  name,
  setup({ onResolve }) {
    const stand = join(import.meta.dirname, 'broken', name);
    onResolve({ filter }, ({ importer }) => (importer === stand ? undefined : { path: stand }));
  },
});
