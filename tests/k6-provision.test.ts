import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { delimiter, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { answerOf, onPath } from '../cli/k6/executable.ts';
import { cachedK6, type K6, obtainK6 } from '../cli/k6/obtain-k6.ts';
import { closedUrl, k6Archive, serve, standIn, temporaryFolder } from '../cli/k6/stand-in-fixture.ts';
import { packageRoot } from '../cli/package-root.ts';

/** A program that obtains k6, runs it at once and prints what it got. */
async function bundledRunner(folder: string): Promise<string> {
  const outfile = join(folder, 'runner.mjs');
  const contents = `
    import { execFileSync } from 'node:child_process';
    import { obtainK6 } from './cli/k6/obtain-k6.ts';
    const k6 = await obtainK6({ archive: JSON.parse(process.argv[2]) });
    console.log(JSON.stringify({ ...k6, words: execFileSync(k6.path, ['version'], { encoding: 'utf8' }).trim() }));`;
  await build({
    stdin: { contents, resolveDir: packageRoot(), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

it('lets processes fill one cache at the same time', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const cache = join(folder, 'cache');
  const processes = 4;
  const { name, sha256, content } = k6Archive();
  const waiting: ServerResponse[] = [];
  const K6_RELEASE_URL = await serve((_, response) => {
    waiting.push(response);
    if (waiting.length === processes) for (const each of waiting) each.end(content);
  });
  const bin = join(folder, 'bin');
  standIn(join(bin, 'go'), 'exit 1');
  standIn(join(bin, 'tar'), 'PATH=/usr/bin:/bin exec tar "$@"');
  const env = { PATH: bin, HARNESS_CACHE_DIR: cache, K6_RELEASE_URL };
  const runner = await bundledRunner(folder);
  const run = () =>
    execa(process.execPath, [runner, JSON.stringify({ name, sha256 })], { env, extendEnv: false });
  const results = await Promise.all(Array.from({ length: processes }, run));
  const words = 'k6 v2.2.0 (commit/0123456789, go1.26.8, linux/amd64)';
  for (const { stdout } of results) {
    expect(JSON.parse(stdout)).toEqual({ path: cachedK6(cache), version: '2.2.0', source: 'release', words });
  }
  expect(readdirSync(cache)).toEqual([dirname(cachedK6(cache)).slice(cache.length + 1)]);
  expect(JSON.parse((await run()).stdout)).toMatchObject({ source: 'cache' });
  expect(waiting).toHaveLength(processes);
});

it('builds k6 from the pinned module when only Go is there', { timeout: 15 * 60_000 }, async ({ skip }) => {
  if (onPath(['go'], process.env).length === 0) skip('no Go toolchain on PATH');
  const module = join(packageRoot(), 'cli', 'k6', 'module');
  const before = filesOf(module);
  const cache = join(temporaryFolder(), 'cache');
  mkdirSync(cache);
  const lines: string[] = [];
  const env = {
    ...process.env,
    K6_BIN: undefined,
    PATH: withoutK6(process.env),
    HARNESS_CACHE_DIR: cache,
    K6_RELEASE_URL: await closedUrl(),
  };
  const k6 = await obtainK6({ env, say: (line) => lines.push(line) });
  expect(k6).toEqual({ path: cachedK6(cache), version: '2.2.0', source: 'go' } satisfies K6);
  expect(lines.at(-2)).toMatch(/^Building k6 2\.2\.0 with \//);
  expect(await answerOf(k6.path, ['run', '--help'], { env, timeout: 30_000 })).toContain('k6 run');
  expect(await obtainK6({ env })).toMatchObject({ source: 'cache' });
  expect(readdirSync(cache)).toHaveLength(1);
  expect(filesOf(module)).toEqual(before);
});

function withoutK6(env: NodeJS.ProcessEnv): string {
  const { PATH = '' } = env;
  const taken = new Set(onPath(['k6'], env).map((file) => dirname(file)));
  return PATH.split(delimiter)
    .filter((folder) => !taken.has(folder))
    .join(delimiter);
}

function filesOf(folder: string): [string, string][] {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}
