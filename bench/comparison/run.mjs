#!/usr/bin/env node
import { build } from 'esbuild';

/** `node bench/comparison/run.mjs --help`: pairs of services whose difference is known, compared by the harness. */
const bundle = new URL('../.tools/comparison.mjs', import.meta.url);
await build({
  entryPoints: [new URL('main.ts', import.meta.url).pathname],
  outfile: bundle.pathname,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
await import(bundle.href);
