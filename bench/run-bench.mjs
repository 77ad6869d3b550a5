import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the bench of that folder, which is TypeScript, and runs it. */
export async function runBench(name) {
  const bundle = new URL(`.tools/${name}.mjs`, import.meta.url);
  await build({
    entryPoints: [fileURLToPath(new URL(`${name}/main.ts`, import.meta.url))],
    outfile: fileURLToPath(bundle),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  });
  await import(bundle.href);
}
