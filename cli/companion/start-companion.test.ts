import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../k6/stand-in-fixture.ts';
import { started } from './companion-fixture.ts';
import { startCompanion } from './start-companion.ts';

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

it('two run side by side', async () => {
  const [one, other] = await Promise.all([started(), started()]);
  await fetch(`${one.url}/evidence`, { method: 'POST', body: '{"check":"x","cause":"y"}' });
  const kept = await fetch(`${other.url}/phase/measure-end`, { method: 'POST' });
  expect(await kept.json()).toMatchObject({ evidence: [] });
});

it('is gone after stop, which may be called twice', async () => {
  const { pid, stop } = await started();
  expect(isAlive(pid)).toBe(true);
  await Promise.all([stop(), stop()]);
  await stop();
  expect(isAlive(pid)).toBe(false);
});

it.skipIf(process.platform === 'win32')('is gone after stop, also if it is frozen', async () => {
  const { pid, stop } = await startCompanion(undefined, 20);
  process.kill(pid, 'SIGSTOP');
  await stop();
  expect(isAlive(pid)).toBe(false);
});

it.skipIf(process.platform === 'win32')('says that it was lost, and how', async () => {
  const { pid, check } = await started();
  expect(check).not.toThrow();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(check).toThrow('ended by SIGKILL before the run was over'));
});

it.skipIf(process.platform === 'win32')(
  'has a process group of its own, which no terminal interrupts',
  async () => {
    const { pid } = await started();
    expect(process.kill(-pid, 0)).toBe(true);
  },
);

it('says that it did not come up', async () => {
  const broken = join(temporaryFolder(), 'broken.mjs');
  writeFileSync(broken, 'process.exit(7);');
  await expect(startCompanion(broken)).rejects.toThrow('ended with status 7 before it was ready');
});
