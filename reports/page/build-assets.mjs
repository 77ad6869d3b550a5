import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));

const types = `export declare const css: string;
export declare const cssHash: string;
export declare const script: string;
export declare const scriptHash: string;
`;

/**
 * Style and script of the report page as a module of strings that runs anywhere,
 * with the hashes by which the page's own policy allows them and nothing else.
 * @param {string} [outFolder]
 */
export async function buildPageAssets(outFolder = join(folder, '../../dist')) {
  const [css, script] = await Promise.all([minified('page.css'), minified('page.ts')]);
  const values = { css, cssHash: hashOf(css), script, scriptHash: hashOf(script) };
  const lines = Object.entries(values).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`,
  );
  await mkdir(outFolder, { recursive: true });
  await Promise.all([
    writeFile(join(outFolder, 'page-assets.mjs'), lines.join('')),
    writeFile(join(outFolder, 'page-assets.d.mts'), types),
  ]);
}

/** @param {string} file */
async function minified(file) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, file)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['es2022', 'chrome100', 'firefox100', 'safari15.4'],
  });
  return outputFiles[0].text.trim();
}

/** @param {string} text */
function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
