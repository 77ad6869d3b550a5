import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFileOnce, replaceFile } from './durable-file.ts';

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'durable-file-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  return dir;
}

test('of many writers at once the first wins, and none sees another content', async () => {
  const dir = await folder();
  const path = join(dir, 'once');
  const seen = await Promise.all(
    Array.from({ length: 40 }, async (_, writer) => {
      await createFileOnce(path, `writer ${writer}`);
      return readFile(path, 'utf8');
    }),
  );
  expect(new Set(seen).size).toBe(1);
  expect(await readdir(dir)).toEqual(['once']);
});

test('a replaced file is the old one or the new one, never a part', async () => {
  const dir = await folder();
  const path = join(dir, 'file');
  const contents = ['a', 'b'].map((letter) => letter.repeat(1_000_000));
  await replaceFile(path, contents[0] ?? '');
  const replaced = replaceFile(path, contents[1] ?? '');
  const read = await Promise.all(Array.from({ length: 20 }, () => readFile(path, 'utf8')));
  await replaced;
  expect(read.every((content) => contents.includes(content))).toBe(true);
  expect(await readFile(path, 'utf8')).toBe(contents[1]);
});

test.runIf(process.platform !== 'win32')('only the owner may read', async () => {
  const path = join(await folder(), 'file');
  const umask = process.umask(0);
  await createFileOnce(path, 'x').finally(() => process.umask(umask));
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
});

test('a failed write leaves nothing behind', async () => {
  const dir = await folder();
  await expect(replaceFile(join(dir, 'no', 'such', 'folder'), 'x')).rejects.toThrow(/ENOENT/);
  await expect(replaceFile(dir, 'x')).rejects.toThrow();
  expect(await readdir(dir)).toEqual([]);
});
