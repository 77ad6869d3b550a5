import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { packageRoot } from '../k6/package-root.ts';

/** How everything that runs in k6 is bundled. */
export const k6BundleOptions = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  minifySyntax: true,
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
  /** What else is to have a say in what stands for what. */
  readonly plugins?: readonly Plugin[];
}

/** Writes one self-contained file for k6, and its source map beside it. */
export async function bundleScenario({
  entryFile,
  contractModuleText,
  outFile,
  plugins: further = [],
}: ScenarioBundle): Promise<void> {
  const { version } = JSON.parse(await readFile(join(packageRoot(), 'package.json'), 'utf8'));
  const define = { HARNESS_VERSION: JSON.stringify(version) };
  const plugins = [...further, contractPlugin(contractModuleText)];
  const parts = partsPlugin({ ...k6BundleOptions, define, plugins });
  await build({
    ...k6BundleOptions,
    entryPoints: [entryFile],
    outfile: outFile,
    define,
    plugins: [...plugins, parts],
  });
}

/**
 * Puts `scenarios/<name>.ts`, with all it imports, in the place of `#part/<name>`: as one function, which makes the module
 * when it is first called. Every virtual user evaluates the whole bundle, and a function that is not called costs it nothing.
 */
function partsPlugin(options: BuildOptions): Plugin {
  const scenarios = join(packageRoot(), 'scenarios');
  return {
    name: 'parts',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^#part\// }, ({ path }) => ({
        path: join(scenarios, `${path.slice('#part/'.length)}.ts`),
        namespace: 'part',
      }));
      onLoad({ filter: /./, namespace: 'part' }, async ({ path }) => {
        const inner = { format: 'cjs', sourcemap: 'inline', metafile: true, write: false } as const;
        const plugins = [...(options.plugins ?? []), partsPlugin(options)];
        const entryPoints = [path];
        const built = await build({ ...options, ...inner, entryPoints, plugins, outdir: scenarios });
        const { text = '' } = built.outputFiles[0] ?? {};
        return { contents: partModule(text, importedFrom(built.metafile)), resolveDir: scenarios };
      });
    },
  };
}

function importedFrom({ outputs }: Metafile): string[] {
  const imports = Object.values(outputs).flatMap((output) => output.imports.map(({ path }) => path));
  return [...new Set(imports)];
}

/** What of k6 the part requires is imported outside of it: k6 has imports at the top only. */
function partModule(code: string, imports: readonly string[]): string {
  const names = imports.map((path, index) => [JSON.stringify(path), `k6_${index}`]);
  return [
    ...names.map(([path, name]) => `import ${name} from ${path};`),
    `const modules = {${names.map(([path, name]) => `${path}: ${name}`)}};`,
    'const make = (module, require) => {',
    code,
    'return module.exports; };',
    'let part;',
    'export default () => part ??= make({}, (name) => modules[name]);',
  ].join('\n');
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
