import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { describe, expect, it } from 'vitest';
import { UsageError } from './exit-status.ts';
import { readInputFile } from './input-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'input-'));
const at = (name: string) => join(folder, name);
execaSync('bash', ['-c', 'mkfifo "$0"', at('pipe')]);
writeFileSync(at('small'), 'version: 1\n');
writeFileSync(at('large'), '');
truncateSync(at('large'), 3_000_001);

describe('an input file', () => {
  it('is read', async () => {
    expect((await readInputFile(at('small'), 3)).toString()).toBe('version: 1\n');
  });

  it.each([
    ['pipe', at('pipe'), /is not a regular file; write what it gives to a file/],
    ['device', '/dev/zero', /is not a regular file/],
    ['large file', at('large'), /is larger than 3 MB; check the path/],
  ])('that is a %s is refused and not waited for', async (_, file, words) => {
    const refused = await readInputFile(file, 3).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UsageError);
    expect(String(refused)).toMatch(words);
  });

  it.each(['none', '.'])('that cannot be read is an error of the system: %s', async (name) => {
    await expect(readInputFile(at(name), 3)).rejects.toMatchObject({ code: /^(ENOENT|EISDIR)$/ });
  });
});
