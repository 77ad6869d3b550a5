import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Companion, startCompanion } from './start-companion.ts';

const folder = mkdtempSync(join(tmpdir(), 'harness-test-'));
const program = join(folder, 'companion.mjs');

beforeAll(async () => {
  const entry = fileURLToPath(new URL('companion-process.ts', import.meta.url));
  await build({ entryPoints: [entry], outfile: program, bundle: true, format: 'esm', platform: 'node' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function started(): Promise<Companion> {
  const companion = await startCompanion(program);
  onTestFinished(() => companion.stop());
  return companion;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('answers in a process of its own', async () => {
  const { url, pid } = await started();
  expect(pid).not.toBe(process.pid);
  expect((await fetch(`${url}/delay`)).headers.get('X-Service-Ms')).toMatch(/^\d+\.\d{3}$/);
});

it('watches the process that it is told', async () => {
  const companion = await started();
  await expect(companion.watch(process.pid)).resolves.toBeUndefined();
  await expect(companion.watch(0)).rejects.toThrow('400');
});

it('two run side by side', async () => {
  const [one, other] = await Promise.all([started(), started()]);
  await fetch(`${one.url}/evidence`, { method: 'POST', body: '{"check":"x","cause":"y"}' });
  expect(await (await fetch(`${other.url}/evidence`)).json()).toEqual([]);
});

it('is gone after stop, which may be called twice', async () => {
  const { pid, stop } = await startCompanion(program);
  expect(isAlive(pid)).toBe(true);
  await Promise.all([stop(), stop()]);
  await stop();
  expect(isAlive(pid)).toBe(false);
});

it.skipIf(process.platform === 'win32')('outlives an interrupt from the terminal', async () => {
  const { url, pid } = await started();
  process.kill(pid, 'SIGINT');
  expect((await fetch(`${url}/evidence`)).status).toBe(200);
  expect(isAlive(pid)).toBe(true);
});

it('says that it did not come up', async () => {
  const broken = join(folder, 'broken.mjs');
  writeFileSync(broken, 'process.exit(7);');
  await expect(startCompanion(broken)).rejects.toThrow('ended with status 7 before it was ready');
});
