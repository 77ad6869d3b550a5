import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

const requireForCommonJs =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'service-main-'));
  await build({
    entryPoints: [new URL('main.ts', import.meta.url).pathname],
    outfile: join(folder, 'main.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: requireForCommonJs },
    logLevel: 'error',
  });
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs until `lines` lines are printed, asks it to end, and gives all that was printed. */
async function run(args: readonly string[], lines: number, environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(folder, 'main.mjs'), ...args], {
    env: { PATH: process.env['PATH'], TMPDIR: folder, ...environment },
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
    if (output.split('\n').length > lines) child.kill('SIGTERM');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [status] = await once(child, 'close');
  return { status, output };
}

test('prints the URL and the token it made up, and leaves nothing behind', async () => {
  const { status, output } = await run([], 2);
  expect(output).toMatch(/^http:\/\/127\.0\.0\.1:\d+\nACCESS_TOKEN=[\w-]{43}\n$/);
  expect(status).toBe(0);
  expect(await readdir(folder)).toEqual(['main.mjs']);
});

test('never prints a token that it was given', async () => {
  const { output } = await run(['--fault', 'user-body-html'], 1, { ACCESS_TOKEN: 'canary-token' });
  expect(output).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
});

test('lists what it can be told to do', async () => {
  const { status, output } = await run(['--list'], Number.POSITIVE_INFINITY);
  expect(status).toBe(0);
  expect(output).toMatch(/^fault\tuser-id-no-prefix\tuser-id-prefix\tid has no prefix\.$/m);
});

test.each([[['--fault', 'no-such-fault']], [['--port', '99999']], [['--nonsense']]])(
  '%j is an error',
  async (args) => {
    const { status } = await run(args, Number.POSITIVE_INFINITY);
    expect(status).toBe(1);
  },
);
