import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { packageRoot } from './package-root.ts';

const root = resolve(import.meta.dirname, '..');

it.each(['dist', '.cache'])('is found from the source, and from a bundle in %s', async (folder) => {
  const outfile = join(root, folder, 'root-test.mjs');
  const entryPoints = [join(root, 'cli', 'package-root.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  const bundled: { readonly packageRoot: typeof packageRoot } = await import(pathToFileURL(outfile).href);
  expect([packageRoot, bundled.packageRoot].map((found) => resolve(found()))).toEqual([root, root]);
});
