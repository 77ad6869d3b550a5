#!/usr/bin/env node
import { build } from 'esbuild';

/** `node bench/conformance/run.mjs --help`: faults and oddities of the reference service, judged by every tool. */
const bundle = new URL('../.tools/conformance.mjs', import.meta.url);
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
