import { mkdtempSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedUrl, standIn } from '../cli/k6/stand-in-fixture.ts';
import { type RunningService, startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';
import { httpService } from './http-service.ts';
import { k6Binary } from './k6-binary.ts';
import { canary } from './k6-run.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((found) =>
  found?.some(({ family }) => family === 'IPv6'),
);

let service: RunningService;
/** Of this one nothing is ever asked. */
let unasked: RunningService;
let env: Record<string, string>;
let unaskedEnv: Record<string, string>;

beforeAll(async () => {
  service = await startService({ token: canary });
  unasked = await startService({ token: canary });
  env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
  unaskedEnv = { BASE_URL: unasked.url, ACCESS_TOKEN: canary };
});
afterAll(async () => {
  await service.stop();
  await unasked.stop();
  expect(unasked.requests).toBe(0);
});

describe.concurrent('the command line', () => {
  it('exits 0 on the embedded service where it is asked to, whatever options k6 has, and writes every file', async () => {
    const options = {
      K6_NO_THRESHOLDS: 'true',
      K6_SUMMARY_MODE: 'disabled',
      K6_DURATION: '1s',
      K6_VUS: '1',
      K6_ITERATIONS: '1',
      K6_NO_SETUP: 'true',
      K6_SUMMARY_TREND_STATS: 'avg',
      K6_NEW_MACHINE_READABLE_SUMMARY: 'true',
    };
    const run = await cli(['smoke', '--embedded'], { env: { ...unaskedEnv, COMPARE_URL: ' ', ...options } });
    expect(run.exitCode, run.output).toBe(0);
    expect(Object.keys(filesIn(run.folder)).toSorted()).toEqual(
      expect.arrayContaining(['badge.svg', 'junit.xml', 'report.html', 'report.json', 'summary.md']),
    );
    for (const name of Object.keys(options)) expect(run.output).toContain(name);
    expect(run.output).toContain('--embedded: BASE_URL is not used.');
    expect(run.output).toMatch(/again {3}node \S*bin\.mjs smoke --embedded/);
    expect(unasked.requests).toBe(0);
  });

  it('exits 1 and names the check when a clause is broken', async () => {
    const broken = await startService({
      token: canary,
      variants: ['user-id-no-prefix'],
    });
    const run = await cli(['smoke', '--base-url', broken.url], { env });
    await broken.stop();
    expect(run.exitCode, run.output).toBe(1);
    expect(run.output).toContain('user-id-prefix');
    expect(run.output).toContain('$ACCESS_TOKEN');
  });

  it('exits 3 when the evidence is missing', async () => {
    const run = await cli(['smoke', '--base-url', `${service.url}/nowhere`], { env });
    expect(run.exitCode, run.output).toBe(3);
    expect(run.output).toMatch(/base URL/);
  });

  it('exits 4 when the service is down', async () => {
    const url = await closedUrl();
    const run = await cli(['smoke', '--base-url', url.replace('//', '//user:hidden-1a2b@')], { env });
    expect(run.exitCode, run.output).toBe(4);
    expect(run.output).toContain(`could not be reached at 127.0.0.1 port ${new URL(url).port}: dial`);
    expect(run.output).not.toContain('hidden-1a2b');
  });

  it.runIf(hasIpv6)('names the address that answers where localhost is another one', async () => {
    const only6 = await httpService((_, response) => void response.end('{}'), '::1');
    const run = await cli(['smoke', '--base-url', `http://localhost:${only6.port}`], { env });
    await only6.stop();
    expect(run.exitCode, run.output).toBe(4);
    expect(run.output).toContain('k6 tries only 127.0.0.1 for localhost, but ::1 accepts connections');
  });

  it.runIf(process.platform !== 'win32')('exits 4 with the words of a k6 that sees no script', async () => {
    const blind = standIn(
      join(mkdtempSync(join(tmpdir(), 'snap-')), 'k6'),
      `for last; do :; done; [ "$1" = run ] && rm "$last"; exec '${k6Binary}' "$@"`,
    );
    const run = await cli(['smoke'], { env: { ...unaskedEnv, K6_BIN: blind } });
    expect(run.exitCode, run.output).toBe(4);
    expect(run.output).toMatch(/script-1\.js" couldn't be found on local disk/);
    expect(run.output).toContain('Set TMPDIR');
  });

  it('exits 2 on an unknown option, and sends nothing', async () => {
    const run = await cli(['gate', '--durationn', '3s'], { env: unaskedEnv });
    expect([run.exitCode, unasked.requests], run.output).toEqual([2, 0]);
    expect(run.output).toMatch(/unknown option/);
  });
});
