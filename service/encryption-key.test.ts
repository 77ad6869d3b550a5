import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { encryptionKeyIn } from './encryption-key.ts';

async function keyPath(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'encryption-key-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  return join(dir, 'key');
}

test('the first use makes the key, for the owner alone', async () => {
  const path = await keyPath();
  const key = encryptionKeyIn(path);
  expect(key.exists()).toBe(false);
  expect(await key.use()).toHaveLength(32);
  expect(key.exists()).toBe(true);
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('many first uses at once agree on one key', async () => {
  const path = await keyPath();
  const keys = await Promise.all(Array.from({ length: 40 }, () => encryptionKeyIn(path).use()));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
});

test('a key file of another length is refused', async () => {
  const path = await keyPath();
  await writeFile(path, 'short');
  await expect(encryptionKeyIn(path).use()).rejects.toThrow(/does not hold 32 bytes/);
});
