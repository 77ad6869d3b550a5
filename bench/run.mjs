import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** `node bench/run.mjs NAME [WORD…]`: bundles the bench of that folder, which is TypeScript, and runs it. */
const [, , name = '', ...words] = process.argv;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const bundle = new URL(`../.cache/bench-${name}.mjs`, import.meta.url);
await build({
  stdin: {
    contents: `export { bench } from './${name}/bench.ts'; export { record } from './record.ts';`,
    resolveDir: here('.'),
  },
  outfile: fileURLToPath(bundle),
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
const { bench, record } = await import(bundle.href);
await record(here(name), bench, words);
