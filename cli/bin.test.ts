import { resolve } from 'node:path';
import { execaSync } from 'execa';
import { expect, it } from 'vitest';
import { k6StandIn, k6Words, standIn, temporaryFolder } from './k6/stand-in-fixture.ts';

/** What the command line says when Node is of this version. */
function saidBy(version: string) {
  const versions = `{ ...process.versions, node: '${version}' }`;
  const preload = `data:text/javascript,Object.defineProperty(process, 'versions', { value: ${versions} })`;
  const { exitCode, stderr } = execaSync(process.execPath, ['--import', preload, 'cli/bin.mjs', 'contract'], {
    reject: false,
  });
  return { exitCode, stderr };
}

it.each(['18.20.0', '20.4.9'])('Node %s is too old, and there is no verdict', (version) => {
  expect(saidBy(version)).toEqual({
    exitCode: 4,
    stderr: `Node 20.5 or newer is needed, and this is ${version}: install a newer one.`,
  });
});

it.each(['20.5.0', '20.10.0', '26.0.0'])('Node %s is new enough', (version) => {
  expect(saidBy(version).stderr).not.toContain('newer is needed');
});

it.each([
  ['NODE_DEBUG', 'child_process', 'NODE_DEBUG'],
  ['NODE_DEBUG', '*', 'NODE_DEBUG'],
  ['NODE_DEBUG_NATIVE', 'http2', 'NODE_DEBUG_NATIVE'],
  ['NODE_OPTIONS', '--report-on-fatalerror', 'a diagnostic report'],
])('%s=%s, which makes Node print or write the access token, is refused', (name, value, told) => {
  const env = { [name]: value, ACCESS_TOKEN: 'a-secret', BASE_URL: 'http://127.0.0.1:1' };
  const said = execaSync(process.execPath, ['cli/bin.mjs', 'smoke'], { env, reject: false, all: true });
  expect(said.exitCode).toBe(2);
  expect(said.all).toMatch(new RegExp(`^${told}: makes Node print or write the access token\\.`, 'm'));
  expect(said.all).not.toContain('a-secret');
});

it.skipIf(process.platform === 'win32').each([
  ['few open files', 'ulimit -n 32', /\(ulimit -n\)/],
  ['a working folder that is gone', 'cd "$(mktemp -d)" && rmdir "$PWD"', /^The working folder is gone/],
  ['no place for temporary files', 'export TMPDIR=/none', /made in \/none \(ENOENT\): set TMPDIR/],
  ['files without room', 'ulimit -f 0', /EFBIG: file too large/],
  [
    'too few processes for k6',
    'export K6_BIN="$CRASHING"',
    /^error k6 crashed: runtime: failed to create new OS thread\..*ulimit -v, -u, -n/,
  ],
])('%s: no verdict, in one line', (_, limit, words) => {
  const folder = temporaryFolder();
  const crash = 'runtime: failed to create new OS thread\\n\\ngoroutine 1 [running]:\\nmain.main()';
  const env = {
    PATH: process.env['PATH'],
    K6_BIN: k6StandIn(resolve(folder, 'k6')),
    CRASHING: standIn(
      resolve(folder, 'crashing/k6'),
      `[ "$1" = version ] && echo '${k6Words}' || { printf '${crash}\\n' >&2; exit 2; }`,
    ),
    BASE_URL: 'http://127.0.0.1:1',
    ACCESS_TOKEN: 'a-secret',
    NO_COLOR: '1',
  };
  const command = `${limit}; exec "$0" "$1" smoke --out "$2"`;
  const args = ['--norc', '-c', command, process.execPath, resolve('cli/bin.mjs'), resolve(folder, 'out')];
  const said = execaSync('bash', args, { env, extendEnv: false, reject: false, all: true, cwd: folder });
  expect(said.exitCode, said.all).toBe(4);
  expect(said.all).toMatch(words);
  expect(said.all.split('\n')).toHaveLength(1);
});
