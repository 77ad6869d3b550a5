import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';
import { UsageError } from './exit-status.ts';
import { readInputFile, readInputStream } from './named-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'input-'));
const at = (name: string) => join(folder, name);
execaSync('bash', ['-c', 'mkfifo "$0"', at('pipe')]);
writeFileSync(at('small'), 'version: 1\n');
writeFileSync(at('large'), '');
truncateSync(at('large'), 3_000_001);

describe('an input file', () => {
  it('is read', async () => {
    expect(String(await readInputFile(at('small'), 3))).toBe('version: 1\n');
  });

  it.each([
    ['pipe', at('pipe'), /is not a regular file; write its output to a file/],
    ['device', '/dev/zero', /is not a regular file/],
    ['large file', at('large'), /is larger than 3 MB; check the path/],
  ])('that is a %s is refused and not waited for', async (_, file, words) => {
    const refused = await readInputFile(file, 3).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UsageError);
    expect(String(refused)).toMatch(words);
  });

  it('that is a folder is refused, and one that is not there is none', async () => {
    await expect(readInputFile(at('.'), 3, '--key K')).rejects.toThrow('--key K: is a folder; name a file');
    expect([await readInputFile(at('none'), 3), await readInputFile(at('small/none'), 3)]).toEqual([
      null,
      null,
    ]);
  });
});

it('a stream is read to its end, and refused when it becomes too long', async () => {
  const endless = async function* () {
    for (;;) yield Buffer.alloc(100_000);
  };
  expect(String(await readInputStream(Readable.from(['a', Buffer.from('b')]), 3, 'standard input'))).toBe(
    'ab',
  );
  await expect(readInputStream(endless(), 3, 'standard input')).rejects.toThrow(
    'standard input: is larger than 3 MB',
  );
});
