import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('is found from a bundle in any folder of the package', async () => {
  const root = resolve(import.meta.dirname, '..');
  for (const folder of ['dist', 'bench/.tools']) {
    const outfile = join(root, folder, 'root-test.mjs');
    await build({
      entryPoints: [join(root, 'cli/package-root.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
    });
    const { packageRoot } = await import(pathToFileURL(outfile).href);
    expect(resolve(packageRoot())).toBe(root);
  }
});
