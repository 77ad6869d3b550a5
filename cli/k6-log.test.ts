import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { redactor } from '../reports/redact.ts';
import { temporaryFolder } from './k6/stand-in.ts';
import { keepLog } from './k6-log.ts';

const token = 'token-that-a-service-repeats';
const redact = redactor([token]);

it('keeps the log without the token', async () => {
  const folder = temporaryFolder();
  const [from, to] = [join(folder, 'raw'), join(folder, 'k6.log')];
  writeFileSync(from, `level=warning error="malformed MIME header line: Bearer ${token}"\n`);
  await keepLog(from, to, redact);
  expect(readFileSync(to, 'utf8')).toBe(
    'level=warning error="malformed MIME header line: Bearer [ACCESS_TOKEN]"\n',
  );
});

it('keeps both ends of a log that is too long', async () => {
  const folder = temporaryFolder();
  const [from, to] = [join(folder, 'raw'), join(folder, 'k6.log')];
  writeFileSync(from, `first\n${`${token} ${'.'.repeat(60)}\n`.repeat(40_000)}last\n`);
  await keepLog(from, to, redact);
  const kept = readFileSync(to, 'utf8');
  expect(kept.length).toBeLessThan(2_100_000);
  expect([kept.startsWith('first\n'), kept.endsWith('last\n')]).toEqual([true, true]);
  expect(kept).toContain('the middle of the log is left out');
  expect(kept).not.toContain(token.slice(0, 8));
});

it('has nothing to keep where there is no log', async () => {
  const folder = temporaryFolder();
  await keepLog(join(folder, 'none'), join(folder, 'k6.log'), redact);
  expect(() => readFileSync(join(folder, 'k6.log'))).toThrow(/ENOENT/);
});
