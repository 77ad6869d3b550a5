import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { scriptFiles, scriptText, type ValidatorModules } from '../cli/contract/scenario-script.ts';
import { harnessVersion, packageRoot } from '../cli/package-root.ts';
import { scenarios } from '../schemas/scenarios.ts';
import { coveringArrayModule } from './covering-array.ts';

/** How everything that runs in k6 is bundled. */
export const k6BundleOptions = {
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  minify: true,
  external: ['k6', 'k6/*'],
  logLevel: 'silent',
} as const satisfies BuildOptions;

/**
 * Writes the covering array, the bundle that every script ends with, the modules that validators may require, the script of
 * `doctor`, and those without a contract.
 */
export async function buildScripts(folder: string): Promise<void> {
  await writeFile(join(folder, 'covering-array.ts'), coveringArrayModule());
  const bundle = await bundleForK6('scenarios/script.ts');
  await writeFile(join(folder, scriptFiles.bundle), bundle);
  await writeFile(join(folder, scriptFiles.modules), JSON.stringify(await validatorModules()));
  const oneCall = await bundleForK6('scenarios/one-call.ts');
  await writeFile(join(folder, scriptFiles.oneCall), scriptText(oneCall, 'one call'));
  for (const { name } of scenarios) await writeFile(join(folder, `${name}.js`), scriptText(bundle, name));
}

export async function validatorModules(): Promise<ValidatorModules> {
  const names = ['ajv/dist/runtime/equal', 'ajv/dist/runtime/ucs2length', 'ajv-formats/dist/formats'];
  const texts = await Promise.all(names.map((name) => bundleForK6(`${name}.js`, [], 'cjs')));
  return Object.fromEntries(names.map((name, at) => [name, texts[at] ?? '']));
}

/** One text for k6, with everything that it imports; `scriptText` puts the first line before it. */
export async function bundleForK6(
  entryFile: string,
  further: readonly Plugin[] = [],
  format: 'esm' | 'cjs' = 'esm',
): Promise<string> {
  const { outputFiles } = await build({
    ...k6BundleOptions,
    format,
    define: { HARNESS_VERSION: JSON.stringify(harnessVersion()) },
    absWorkingDir: packageRoot(),
    entryPoints: [entryFile],
    write: false,
    plugins: [...further, partsPlugin((path) => bundleForK6(path, further, 'cjs'))],
  });
  return outputFiles[0]?.text ?? '';
}

/**
 * Replaces `#part/<name>` by `scenarios/<name>.ts` and all it imports, as one function that makes the module anew whenever it is
 * called. Every virtual user evaluates the whole bundle, and a function that is not called costs nothing.
 */
function partsPlugin(bundledPart: (file: string) => Promise<string>): Plugin {
  const resolveDir = join(packageRoot(), 'scenarios');
  return {
    name: 'parts',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^#part\// }, ({ path }) => ({
        path: join(resolveDir, `${path.slice('#part/'.length)}.ts`),
        namespace: 'part',
      }));
      onLoad({ filter: /./, namespace: 'part' }, async ({ path }) => {
        return { contents: partModule(await bundledPart(path)), resolveDir };
      });
    },
  };
}

/** The modules of k6 that the part requires are imported outside of it: k6 allows imports at the top only. */
function partModule(code: string): string {
  const required = new Set(code.match(/(?<=\brequire\()"k6[^"]*"(?=\))/g));
  const names = [...required].map((path, index) => [path, `k6_${index}`]);
  return [
    ...names.map(([path, name]) => `import ${name} from ${path};`),
    `const modules = {${names.map(([path, name]) => `${path}: ${name}`)}};`,
    'const make = (module, require) => {',
    code,
    'return module.exports; };',
    'export default () => make({}, (name) => modules[name]);',
  ].join('\n');
}
