import { existsSync } from 'node:fs';
import { type FileHandle, open, unlink, writeFile } from 'node:fs/promises';
import { cut } from '../../checks/json-body.ts';
import type { Redact } from '../../reports/secrets/redact.ts';

/** Only the end of a longer log is kept: if a service refuses every call, each adds a line. */
const mostBytes = 2_000_000;

/**
 * Opens the file for k6's log as k6 writes it, which may contain parts of tokens. If the system allows, the file has no name, so
 * that it disappears however the harness ends. `path`: for a process that receives the file as its descriptor 3.
 */
export async function openRawLog(path: string) {
  const file = await open(path, 'wx+', 0o600);
  if (!existsSync('/dev/fd')) return { file, path };
  await unlink(path);
  return { file, path: '/dev/fd/3' };
}

/** Copies k6's log into the run folder, without secrets that a service sent and k6 quoted. Returns the copy's text. */
export async function keepLog(file: FileHandle, to: string, redact: Redact): Promise<string> {
  const end = await endOf(file).finally(() => file.close());
  const kept = withoutQuotes(end).split('\n').map(redact).join('\n');
  await writeFile(to, kept);
  return kept;
}

/** The last message in k6's log, on one line; empty: none. */
export function lastMessage(log: string): string {
  const [, quoted, bare = ''] = [...log.matchAll(/ msg=(?:"((?:[^"\\]|\\.)*)"|(\S+))/g)].at(-1) ?? [];
  const message = quoted?.replace(/\\(.)/g, (_, char) => (char === 'n' ? ' ' : char)) ?? bare;
  return cut(message, 300);
}

/** Errors that quote nothing from the service, except the beginning of a TLS alert. */
const plain =
  /((remote|local) error: )?\b(tls|x509): [^"\\]*$|malformed HTTP response "\\x15\\x03|(connection refused|connection reset by peer|request timeout|i\/o timeout|broken pipe|no such host|unexpected EOF|EOF)$/;

/** The part of a k6 error that certainly quotes nothing from the service; empty: none. */
export function plainWords(error: string): string {
  return plain.exec(error)?.[0] ?? '';
}

/**
 * Removes what k6 and Go quote from a service: it may repeat tokens that differ from the access token in one character, and many
 * of those together would spell it.
 */
export function withoutQuotes(text: string): string {
  return text
    .replace(/(msg="Request Failed" error=)"((?:[^"\\]|\\.)*)"/g, (_, before: string, error: string) => {
      return `${before}"${plainWords(error) || 'left out: it may quote what the service sent'}"`;
    })
    .replace(/(Unsolicited response received on idle HTTP channel).*/g, '$1');
}

async function endOf(file: FileHandle): Promise<string> {
  const { size } = await file.stat();
  const start = Math.max(0, size - mostBytes);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
  const text = buffer.toString('utf8', 0, bytesRead);
  return start === 0 ? text : `… the beginning is left out …\n${text.slice(text.indexOf('\n') + 1)}`;
}
