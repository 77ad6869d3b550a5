import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { redactor } from '../reports/redact.ts';
import { temporaryFolder } from './k6/stand-in.ts';
import { keepLog, withoutQuotes } from './k6-log.ts';

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

it.each([
  [`error="Get \\"http://h/\\": EOF"`, `error="EOF"`],
  [`error="dial tcp 127.0.0.1:1: connect: connection refused"`, `error="connection refused"`],
  [`error="failed to parse Location header \\"http://[Bearer tokXn\\": missing ']'"`, `error="left out`],
  [`error="malformed HTTP response \\"tokXn EOF\\""`, `error="left out`],
])('keeps of %s no more than k6 itself says', (error, kept) => {
  const line = `level=warning msg="Request Failed" ${error} more=1`;
  expect(withoutQuotes(line)).toContain(`msg="Request Failed" ${kept}`);
  expect(withoutQuotes(line)).not.toContain('tokXn');
  expect(withoutQuotes('2026 Unsolicited response received on idle HTTP channel starting with "tokXn"')).toBe(
    '2026 Unsolicited response received on idle HTTP channel',
  );
});
