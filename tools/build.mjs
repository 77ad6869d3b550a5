import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const sourceFolders = ['tools', 'schemas', 'checks', 'reports', 'scenarios', 'cli', 'service'];

/**
 * Builds dist/ if a source has changed since the last build. Returns whether it did. Each start of the command line in a
 * clone calls this, so modules that only a build needs are imported inside it.
 */
export async function buildAll() {
  const fingerprint = await fingerprintOfSources();
  const stampFile = join(dist, 'sources.sha256');
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === fingerprint) return false;
  await mkdir(dist, { recursive: true });
  await buildValidators();
  await buildSchemaTypes();
  await buildPageStyle();
  const { metafile } = await buildNode({
    cli: 'cli/command-line.ts',
    companion: 'cli/companion/companion-process.ts',
    index: 'reports/index.ts',
  });
  const chunks = (await readdir(dist)).filter((name) => name.startsWith('chunk-'));
  for (const name of chunks) if (!(`dist/${name}` in metafile.outputs)) await rm(join(dist, name));
  await buildNode({ bundle: 'tools/bundle.ts' });
  const { buildScripts } = await import(pathToFileURL(join(dist, 'bundle.mjs')).href);
  await buildScripts(dist);
  await writeFile(stampFile, fingerprint);
  return true;
}

/** A hash of all that the build reads, the same wherever the folder is. */
async function fingerprintOfSources() {
  const reading = { recursive: true, withFileTypes: true };
  const folders = await Promise.all(sourceFolders.map((folder) => readdir(join(root, folder), reading)));
  const sources = folders.flat().filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'));
  // Before Node 20.12 only `path` is there, and from Node 24 on only `parentPath` is.
  const files = sources
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
  const hash = createHash('sha256');
  // One at a time: a process may be allowed few open files.
  for (const file of ['package.json', 'package-lock.json', ...files])
    hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

/** ajv's own compiler costs 85 ms and 3 MB in every virtual user; its standalone code costs neither. */
async function buildValidators() {
  const { default: Ajv } = await import('ajv');
  const { default: standaloneCode } = await import('ajv/dist/standalone/index.js');
  const { build } = await import('esbuild');
  const names = { userResponse: 'user-response', report: 'report', facts: 'facts', ledger: 'ledger' };
  // A date that is none is refused when the contract is read.
  const options = { allErrors: true, strict: true, allowUnionTypes: true, formats: { date: true } };
  const ajv = new Ajv({ ...options, strictRequired: false, code: { source: true, esm: true } });
  ajv.addSchema(await readSchema('contract'));
  for (const name of Object.values(names)) ajv.addSchema(await readSchema(name), name);
  // Patterns are compiled at the top level: a bundle must be able to drop those of schemas that it leaves out.
  const code = standaloneCode(ajv, names).replaceAll('= new RegExp(', '= /* @__PURE__ */ new RegExp(');
  await build({
    stdin: { contents: code, resolveDir: root },
    outfile: join(dist, 'validators.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    minifySyntax: true,
    minifyIdentifiers: true,
  });
  const types = Object.keys(names).map((name) => `export const ${name}: Validator;`);
  const imports = "import type { Validator } from '../schemas/validate.ts';";
  await writeFile(join(dist, 'validators.d.mts'), [imports, ...types, ''].join('\n'));
}

async function readSchema(name) {
  return JSON.parse(await readFile(join(root, 'schemas', `${name}.schema.json`), 'utf8'));
}

async function buildSchemaTypes() {
  const { schemaTypes } = await import('./schema-types.mjs');
  const names = { contract: 'Contract', facts: 'Facts', ledger: 'LedgerLine', report: 'Report' };
  for (const [schema, name] of Object.entries(names))
    await writeFile(join(dist, `${schema}-types.ts`), schemaTypes(name, await readSchema(schema)));
}

/** The style of the report page as a string, with the hash by which the page's own policy allows it. */
async function buildPageStyle() {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(root, 'reports/html/parts.css')],
    bundle: true,
    minify: true,
    write: false,
    target: ['chrome123', 'firefox120', 'safari17.5'],
  });
  const css = outputFiles[0].text.trim();
  const cssHash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
  const code = `export const css = ${JSON.stringify(css)};\nexport const cssHash = '${cssHash}';\n`;
  await writeFile(join(dist, 'page-style.mjs'), code);
  const types = 'export declare const css: string;\nexport declare const cssHash: string;\n';
  await writeFile(join(dist, 'page-style.d.mts'), types);
}

/** What several entry points import is written once, in chunks. */
export async function buildNode(entryPoints) {
  const { build } = await import('esbuild');
  return await build({
    absWorkingDir: root,
    entryPoints,
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunk-[hash]',
    splitting: true,
    metafile: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.5',
    packages: 'external',
    minify: true,
    logLevel: 'warning',
  });
}

/** For `npm pack`: dist/ with the types of what programs can import. */
async function buildPackage() {
  await buildAll();
  await rm(join(dist, 'types'), { recursive: true, force: true });
  const tsc = join(root, 'node_modules/typescript/lib/tsc.js');
  execFileSync(process.execPath, [tsc, '-b', 'tsconfig.pure.json'], { cwd: root, stdio: 'inherit' });
  await copyTypes('reports/index.d.ts', new Set());
}

/** A declaration file and those that it imports. */
async function copyTypes(file, copied) {
  if (copied.has(file)) return;
  copied.add(file);
  const text = await readFile(join(root, '.cache/types/pure', file), 'utf8');
  const to = join(dist, 'types', file);
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, text.replace(/((?:from |import\()'\.[^']+)\.ts'/g, "$1.js'"));
  for (const [, name] of text.matchAll(/(?:from |import\()'(\.[^']+)\.ts'/g))
    await copyTypes(join(dirname(file), `${name}.d.ts`), copied);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now();
  const built = process.argv[2] === 'package' ? await buildPackage() : await buildAll();
  const tookMs = Math.round(performance.now() - started);
  console.error(built === false ? 'dist/ is up to date' : `built dist/ in ${tookMs} ms`);
}
