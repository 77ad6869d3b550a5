import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { redactor } from '../../reports/secrets/redact.ts';
import { temporaryFolder } from '../k6/stand-in-fixture.ts';
import { keepLog, lastMessage, openRawLog, withoutQuotes } from './k6-log.ts';

const token = 'token-that-a-service-repeats';
const redact = redactor([token]);

/** What is kept of k6's log. */
async function keptOf(log: string): Promise<string> {
  const folder = temporaryFolder();
  const raw = await openRawLog(join(folder, 'raw'));
  await raw.file.write(log);
  await keepLog(raw.file, join(folder, 'k6.log'), redact);
  return readFileSync(join(folder, 'k6.log'), 'utf8');
}

it('keeps the log without the token', async () => {
  expect(await keptOf(`level=warning error="malformed MIME header line: Bearer ${token}"\n`)).toBe(
    'level=warning error="malformed MIME header line: Bearer [ACCESS_TOKEN]"\n',
  );
  expect(await keptOf('')).toBe('');
});

it('keeps the end of a log that is too long', async () => {
  const kept = await keptOf(`first\n${`${token} ${'.'.repeat(60)}\n`.repeat(40_000)}last\n`);
  expect(kept.length).toBeLessThan(2_100_000);
  expect([kept.startsWith('…'), kept.endsWith('last\n')]).toEqual([true, true]);
  expect(kept).toContain('the beginning is left out');
  expect(kept).not.toContain(token.slice(0, 8));
});

it.runIf(process.platform !== 'win32')('has no name for the log while a process writes it', async () => {
  const folder = temporaryFolder();
  const raw = await openRawLog(join(folder, 'raw'));
  expect(readdirSync(folder)).toEqual([]);
  const writer = ['-c', `echo 'Bearer ${token}' >> ${raw.path}`];
  spawnSync('sh', writer, { stdio: ['ignore', 'ignore', 'ignore', raw.file.fd] });
  await keepLog(raw.file, join(folder, 'k6.log'), redact);
  expect(readFileSync(join(folder, 'k6.log'), 'utf8')).toBe('Bearer [ACCESS_TOKEN]\n');
});

it.each([
  [`error="Get \\"http://h/\\": EOF"`, `error="EOF"`],
  [`error="remote error: tls: certificate required"`, `error="remote error: tls: certificate required"`],
  [`error="x509: unknown authority"`, `error="x509: unknown authority"`],
  [`error="tls: what \\"tokXn\\" is"`, `error="left out`],
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

it.each([
  [
    'level=info msg=first\nlevel=error msg="no \\"/tmp/x.js\\" on local\\ndisk" a=1\n',
    'no "/tmp/x.js" on local disk',
  ],
  ['level=error msg=short\n', 'short'],
  ['panic: nothing of the kind\n', ''],
])('finds the last message of %j', (log, message) => {
  expect(lastMessage(log)).toBe(message);
});
