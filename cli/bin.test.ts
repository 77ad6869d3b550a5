import { execaSync } from 'execa';
import { expect, it } from 'vitest';

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
