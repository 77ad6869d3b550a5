import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { packageRoot } from '../k6/package-root.ts';

/** How everything that runs in k6 is bundled. */
export const k6BundleOptions = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  external: ['k6', 'k6/*'],
  loader: { '.css': 'text' },
  sourcemap: true,
  logLevel: 'silent',
} as const satisfies BuildOptions;

export interface ScenarioBundle {
  readonly entryFile: string;
  /** From `compileContract`; without it the scenario gets the empty contract. */
  readonly contractModuleText?: string;
  readonly outFile: string;
}

/** Writes one self-contained file for k6, and its source map beside it. */
export async function bundleScenario({
  entryFile,
  contractModuleText,
  outFile,
}: ScenarioBundle): Promise<void> {
  const { version } = JSON.parse(await readFile(join(packageRoot(), 'package.json'), 'utf8'));
  const define = { HARNESS_VERSION: JSON.stringify(version) };
  const plugins = [contractPlugin(contractModuleText)];
  await build({ ...k6BundleOptions, entryPoints: [entryFile], outfile: outFile, define, plugins });
}

/** Puts a contract in the place of `#contract`. */
function contractPlugin(moduleText: string | undefined): Plugin {
  const root = packageRoot();
  return {
    name: 'contract',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^#contract$/ }, () =>
        moduleText === undefined
          ? { path: join(root, 'schemas', 'no-contract.ts') }
          : { path: 'contract.js', namespace: 'contract' },
      );
      onLoad({ filter: /./, namespace: 'contract' }, () => ({
        contents: moduleText ?? '',
        resolveDir: root,
      }));
    },
  };
}
