import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { scriptFiles, scriptText, type ValidatorModules } from '../cli/contract/scenario-script.ts';
import { harnessVersion, packageRoot } from '../cli/package-root.ts';
import { scenarios } from '../schemas/scenarios.ts';

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

/** Writes the bundle that every script ends with, the modules that validators may require, the script of `doctor`, and those without a contract. */
export async function buildScripts(folder: string): Promise<void> {
  const bundle = await bundleForK6('scenarios/script.ts');
  await writeFile(join(folder, scriptFiles.bundle), bundle);
  await writeFile(join(folder, scriptFiles.modules), JSON.stringify(await validatorModules()));
  const oneCall = await bundleForK6('scenarios/one-call.ts');
  await writeFile(join(folder, scriptFiles.oneCall), scriptText(oneCall, 'one call'));
  for (const { name } of scenarios) await writeFile(join(folder, `${name}.js`), scriptText(bundle, name));
}

export async function validatorModules(): Promise<ValidatorModules> {
  const names = ['ajv/dist/runtime/equal', 'ajv/dist/runtime/ucs2length', 'ajv-formats/dist/formats'];
  const options = { ...k6BundleOptions, absWorkingDir: packageRoot(), format: 'cjs', write: false } as const;
  const built = await Promise.all(names.map((name) => build({ ...options, entryPoints: [`${name}.js`] })));
  return Object.fromEntries(names.map((name, at) => [name, built[at]?.outputFiles[0]?.text ?? '']));
}

/** One text for k6, with everything that it imports; `scriptText` puts the first line before it. */
export async function bundleForK6(entryFile: string, further: readonly Plugin[] = []): Promise<string> {
  const options = { ...k6BundleOptions, define: { HARNESS_VERSION: JSON.stringify(harnessVersion()) } };
  const plugins = [...further, partsPlugin(options, further)];
  const absWorkingDir = packageRoot();
  const built = await build({ ...options, absWorkingDir, entryPoints: [entryFile], write: false, plugins });
  return built.outputFiles[0]?.text ?? '';
}

/**
 * Replaces `#part/<name>` by `scenarios/<name>.ts` and all it imports, as one function that makes the module anew whenever it is
 * called. Every virtual user evaluates the whole bundle, and a function that is not called costs nothing.
 */
function partsPlugin(options: BuildOptions, further: readonly Plugin[]): Plugin {
  const scenarios = join(packageRoot(), 'scenarios');
  return {
    name: 'parts',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^#part\// }, ({ path }) => ({
        path: join(scenarios, `${path.slice('#part/'.length)}.ts`),
        namespace: 'part',
      }));
      onLoad({ filter: /./, namespace: 'part' }, async ({ path }) => {
        const plugins = [...further, partsPlugin(options, further)];
        const built = await build({ ...options, format: 'cjs', write: false, entryPoints: [path], plugins });
        const { text = '' } = built.outputFiles[0] ?? {};
        return { contents: partModule(text), resolveDir: scenarios };
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
