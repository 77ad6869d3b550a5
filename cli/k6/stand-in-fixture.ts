import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../run/dashboard.ts';
import type { Archive } from './release.ts';

/** What `k6 version` prints for the pinned release. */
export const k6Words = 'k6 v2.2.0 (commit/0123456789, go1.26.8, linux/amd64)';

/** An empty folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'harness-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A shell script in place of a program. */
export function standIn(file: string, script: string, mode = 0o755): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode });
  return file;
}

export function k6StandIn(file: string, words = k6Words): string {
  return standIn(file, `echo '${words}'`);
}

/** A release archive with a stand-in for k6 in it. */
export function k6Archive(words?: string): Required<Archive> & { content: Buffer } {
  const folder = temporaryFolder();
  const inner = 'k6-v2.2.0-linux-amd64';
  const name = `${inner}.tar.gz`;
  k6StandIn(join(folder, inner, 'k6'), words);
  execFileSync('tar', ['-czf', name, inner], { cwd: folder });
  const content = readFileSync(join(folder, name));
  return { name, content, sha256: createHash('sha256').update(content).digest('hex') };
}

/** Serves on a free loopback port until the test ends; returns the base URL. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A URL on which nothing listens. */
export async function closedUrl(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}
