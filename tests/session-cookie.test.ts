import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { canary, k6Run, nodeRun } from './k6-run.ts';

it.concurrent.each([
  ['encrypt', 'auth-absent-admitted-session'],
  ['user', 'auth-absent-admitted-user-session'],
])('a session that %s begins fails, with a command that shows it and no cookie', async (setBy, name) => {
  const service = await startService({ token: canary, variants: [name] });
  // Every third call without the header has cookies: of this seed some that a service takes.
  const env = { BASE_URL: service.url, PROFILE: 'quick', DURATION: '1s', SEED: '11' };
  const { report, output, folder } = await k6Run('smoke', env);
  const failed = report?.findings.filter(({ verdict }) => verdict === 'fail') ?? [];
  expect(failed.map(({ check }) => check)).toEqual(['auth-absent-refused']);
  const causes = failed[0]?.causes ?? [];
  const words = `, with the cookies of a successful ${setBy} call`;
  expect(causes.filter(({ cause }) => !cause.endsWith(words))).toEqual([]);
  const [cause] = causes;
  const command = cause?.evidence[0]?.curl ?? '';
  const { stdout } = await execa('sh', ['-c', command], { env: { ACCESS_TOKEN: canary }, timeout: 10_000 });
  expect(stdout).toMatch(/^(HTTP\/1.1 100 Continue\s+)?HTTP\/1.1 200 /);
  expect(stdout).toContain('ciphertext');
  await service.stop();
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect([output, ...files].filter((text) => text.includes('c2Vzc2lvb'))).toEqual([]);
});

it.concurrent('cookies that open nothing change no verdict', async () => {
  const service = await startService({ token: canary, variants: ['header-cookie', 'cookie-refused'] });
  const { report } = await nodeRun('smoke', { BASE_URL: service.url, PROFILE: 'quick' });
  await service.stop();
  expect(report?.verdict).toBe('pass');
});
