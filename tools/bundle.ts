import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type OutputFile, type Plugin, transform } from 'esbuild';
import { scriptFiles, scriptText } from '../cli/contract/scenario-script.ts';
import { harnessVersion, packageRoot } from '../cli/package-root.ts';
import { scenarios } from '../schemas/scenarios.ts';

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
 * Writes the bundle that every script ends with, the modules that validators may require, the script of `doctor`, and those without a
 * contract.
 */
export async function buildScripts(folder: string): Promise<void> {
  const bundle = await bundleForK6('scenarios/script.ts');
  await writeFile(join(folder, scriptFiles.bundle), bundle);
  await writeFile(join(folder, scriptFiles.modules), JSON.stringify(await validatorModules()));
  const oneCall = await bundleForK6('scenarios/one-call.ts');
  await writeFile(join(folder, scriptFiles.oneCall), scriptText(oneCall, 'one call'));
  for (const { name } of scenarios) await writeFile(join(folder, `${name}.js`), scriptText(bundle, name));
}

export async function validatorModules(): Promise<Record<string, string>> {
  const names = ['ajv/dist/runtime/equal', 'ajv/dist/runtime/ucs2length', 'ajv-formats/dist/formats'];
  const texts = await Promise.all(names.map((name) => bundled([`${name}.js`], { format: 'cjs' })));
  return Object.fromEntries(names.map((name, at) => [name, texts[at]?.[0]?.text ?? '']));
}

/**
 * One text for k6, with everything that the entry file imports; `scriptText` puts the first line before it. Every virtual user evaluates the
 * whole text, and a function that is not called costs nothing: so each part, `#part/<name>`, and what parts share are functions.
 */
export async function bundleForK6(entryFile: string, further: readonly Plugin[] = []): Promise<string> {
  const parts = new Set<string>();
  const [main] = await bundled([entryFile], { plugins: [...further, partsPlugin(parts)] });
  const chunks =
    parts.size === 0
      ? []
      : await bundled([...parts].map(fileOfPart), { plugins: [...further], splitting: true });
  return `${chunks.length === 0 ? '' : await partsText(chunks)}${main?.text ?? ''}`;
}

async function bundled(entryPoints: string[], options: BuildOptions): Promise<readonly OutputFile[]> {
  const { outputFiles = [] } = await build({
    ...k6BundleOptions,
    define: { HARNESS_VERSION: JSON.stringify(harnessVersion()) },
    absWorkingDir: packageRoot(),
    entryPoints,
    entryNames: '[name]',
    outdir: '/',
    write: false,
    ...options,
  });
  return outputFiles;
}

const fileOfPart = (part: string) => `scenarios/${part}.ts`;

const requestOfPart = (part: string) => `./${basename(part, '.js')}.js`;

/** Replaces `#part/<name>` by a function that makes `scenarios/<name>.ts` anew whenever it is called, and notes the name. */
function partsPlugin(parts: Set<string>): Plugin {
  return {
    name: 'parts',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^#part\// }, ({ path }) => ({
        path: path.slice('#part/'.length),
        namespace: 'part',
      }));
      onLoad({ filter: /./, namespace: 'part' }, ({ path }) => {
        parts.add(path);
        return { contents: `export default () => makePart(${JSON.stringify(requestOfPart(path))});` };
      });
    },
  };
}

/**
 * The modules of k6 that chunks require are imported outside of them: k6 allows imports at the top only. What a chunk exports is copied
 * once it has run, because each use of an export would call two functions of esbuild, which takes k6's engine long.
 */
async function partsText(chunks: readonly OutputFile[]): Promise<string> {
  const { target, minify } = k6BundleOptions;
  const codes = await Promise.all(
    chunks.map(async ({ text }) => (await transform(text, { format: 'cjs', target, minify })).code),
  );
  const required = new Set(codes.flatMap((code) => code.match(/(?<=\brequire\()"k6[^"]*"(?=\))/g) ?? []));
  const names = [...required].map((path, index) => [path, `k6_${index}`]);
  const functions = chunks.map(
    ({ path }, index) => `${JSON.stringify(requestOfPart(path))}: (module, require) => {${codes[index]}}`,
  );
  return [
    ...names.map(([path, name]) => `import ${name} from ${path};`),
    `const chunks = {${functions.join(',\n')}};`,
    'const makePart = (part) => {',
    `const made = {${names.map(([path, name]) => `${path}: ${name}`)}};`,
    'const require = (name) => {',
    'if (made[name] === undefined) { const module = {}; chunks[name](module, require); made[name] = { ...module.exports }; }',
    'return made[name]; };',
    'return require(part); };',
    '',
  ].join('\n');
}
