import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('is found from a bundle in a folder of a folder, as benches have', async () => {
  const root = resolve(import.meta.dirname, '..');
  const outfile = join(root, 'bench', '.tools', 'root-test.mjs');
  const entryPoints = [join(root, 'cli', 'package-root.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  const { packageRoot } = await import(pathToFileURL(outfile).href);
  expect(resolve(packageRoot())).toBe(root);
});
