import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

async function bundledTo(folder: string): Promise<{ readonly packageRoot: () => string }> {
  const outfile = join(folder, 'root-test.mjs');
  const entryPoints = [join(root, 'cli', 'package-root.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  return import(pathToFileURL(outfile).href);
}

it('is found from a bundle in a folder of a folder, as benches have', async () => {
  const { packageRoot } = await bundledTo(join(root, 'bench', '.tools'));
  expect(resolve(packageRoot())).toBe(root);
});

it('is not looked for for ever from a bundle that is in no package', async () => {
  const { packageRoot } = await bundledTo(mkdtempSync(join(tmpdir(), 'no-package-')));
  expect(packageRoot).toThrow(/^No folder above file:.*root-test\.mjs has a package\.json\.$/);
});
