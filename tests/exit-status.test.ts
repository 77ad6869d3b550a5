import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary, checksThat, k6Run } from './k6-run.ts';

let service: RunningService;
/** Of this one nothing is ever asked. */
let unasked: RunningService;
let env: Record<string, string>;
let unaskedEnv: Record<string, string>;
const scratch = mkdtempSync(join(tmpdir(), 'exit-status-'));

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

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 1;
}

describe.concurrent('the command line', () => {
  it('exits 0 on a service that keeps the document, and writes every file', async () => {
    const run = await cli(['smoke'], { env });
    expect(run.exitCode, run.output).toBe(0);
    expect(Object.keys(filesIn(run.folder)).toSorted()).toEqual(
      expect.arrayContaining(['badge.svg', 'junit.xml', 'report.html', 'report.json', 'summary.md']),
    );
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
    const run = await cli(['smoke', '--base-url', `http://127.0.0.1:${await closedPort()}`], { env });
    expect(run.exitCode, run.output).toBe(4);
    expect(run.output).toMatch(/could not be reached/);
  });

  it('exits 4 when it is interrupted', async () => {
    const asked = await startService({ token: canary });
    const run = await cli(['load', '--duration', '60s', '--base-url', asked.url], {
      env,
      onStart: (running) => {
        const watch = setInterval(() => {
          if (asked.requests > 200) {
            clearInterval(watch);
            running.kill('SIGINT');
          }
        }, 50);
      },
    });
    await asked.stop();
    expect(run.exitCode, run.output).toBe(4);
    expect(run.output).toMatch(/interrupted/);
  });

  it.each([
    ['an unknown option', ['gate', '--durationn', '3s'], /unknown option/],
    ['an unknown command', ['gaet'], /unknown command/],
    ['a duration that is none', ['smoke', '--duration', 'soon'], /--duration/],
    ['a rate that is none', ['smoke', '--rate', 'many'], /--rate/],
    ['a profile that is none', ['smoke', '--profile', 'huge'], /huge/],
    ['a base URL without a scheme', ['smoke', '--base-url', '127.0.0.1:80'], /no scheme/],
    ['a base URL with a query', ['smoke', '--base-url', 'http://127.0.0.1:80/?a=1'], /query/],
    ['no service given', ['smoke', '--base-url', ''], /--base-url: it is empty/],
    [
      'two services named',
      ['smoke', '--embedded', '--base-url', 'http://127.0.0.1:80'],
      /--embedded and --base/,
    ],
    ['a contract that is not there', ['smoke', '--contract', 'none.yaml'], /none\.yaml/],
    ['a folder that cannot be written', ['smoke', '--out', '/proc/nowhere/run'], /cannot be written/],
  ])('exits 2 on %s, and sends nothing', async (_, args, message) => {
    const run = await cli(args, { env: unaskedEnv });
    expect(run.exitCode, run.output).toBe(2);
    expect(run.output).toMatch(message);
    expect(unasked.requests).toBe(0);
  });

  it.each(['smoke', 'gate', 'conformance', 'load', 'soak', 'stress', 'spike', 'breakpoint'])(
    'exits 2 when %s is given no service, which is no pass of the embedded one',
    async (scenario) => {
      for (const BASE_URL of ['', '  ']) {
        const run = await cli([scenario], { env: { ...env, BASE_URL } });
        expect([run.exitCode, filesIn(run.folder)], run.output).toEqual([2, {}]);
        expect(run.output).toContain('No service given: set BASE_URL or use --base-url URL. --embedded');
      }
    },
  );

  it('judges the embedded service where it is asked to, and says that BASE_URL is not used', async () => {
    const run = await cli(['smoke', '--embedded'], { env: { ...unaskedEnv, COMPARE_URL: ' ' } });
    expect(run.exitCode, run.output).toBe(0);
    expect(run.output).toContain('--embedded: BASE_URL is not used.');
    expect(run.output).toContain('npx encryption-backup-harness smoke --embedded');
    expect(unasked.requests).toBe(0);
  });

  it.each([
    ['an unknown option', ['gate', `--access-token=${canary}`], "unknown option '--access-token'"],
    ['a short one', ['gate', `-t${canary}`], "unknown option '-t'"],
    ['an argument', ['gate', canary], 'too many arguments'],
    ['a command', [canary], 'unknown command'],
    ['a profile', ['gate', '--profile', canary], '--profile'],
    ['a fault', ['serve', '--fault', canary], '--fault'],
  ])('exits 2 on the token as %s, and does not repeat it', async (_, args, message) => {
    const run = await cli(args, { env: unaskedEnv });
    expect(run.exitCode, run.output).toBe(2);
    expect(run.output).toContain(message);
    expect(run.output).not.toContain(canary.slice(0, 8));
  });

  it('repeats no value of an unknown option, whatever it is', async () => {
    const run = await cli(['gate', '--password=not-the-token-and-a-secret'], { env });
    expect(run.exitCode, run.output).toBe(2);
    expect(run.output).not.toContain('secret');
  });

  const tokens: readonly (readonly [string, Record<string, string | undefined>])[] = [
    ['no token', { ACCESS_TOKEN: undefined }],
    ['an empty token', { ACCESS_TOKEN: '' }],
    ['a blank token', { ACCESS_TOKEN: '  ' }],
    ['a token with a line break', { ACCESS_TOKEN: `${canary}\n` }],
    ['a token of 7 characters', { ACCESS_TOKEN: 'zzzzzz7' }],
    [
      'a token of 7 characters for the other service',
      { COMPARE_URL: 'http://127.0.0.1:1', COMPARE_ACCESS_TOKEN: 'zzzzzz7' },
    ],
  ];
  it.each(tokens)('exits 2 on %s, and does not show it', async (_, change) => {
    const given = Object.entries({ ...unaskedEnv, ...change }).filter(([, value]) => value !== undefined);
    const run = await cli(['gate'], { env: Object.fromEntries(given) as Record<string, string> });
    expect(run.exitCode, run.output).toBe(2);
    expect(run.output).toContain('ACCESS_TOKEN');
    expect(run.output).not.toContain(canary);
    expect(run.output).not.toContain('zzzzzz7');
  });

  it.each([
    { K6_NO_THRESHOLDS: 'true' },
    { K6_SUMMARY_MODE: 'disabled' },
    { K6_DURATION: '1s', K6_VUS: '1' },
    { K6_ITERATIONS: '1' },
    { K6_NO_SETUP: 'true' },
    { K6_SUMMARY_TREND_STATS: 'avg' },
    { K6_NEW_MACHINE_READABLE_SUMMARY: 'true' },
  ])('takes %j from k6, says so, and judges all the same', async (change) => {
    const run = await cli(['smoke'], { env: { ...env, ...change } });
    expect(run.exitCode, run.output).toBe(0);
    expect(run.output).toContain(Object.keys(change)[0]);
  });

  it('exits 4 when k6 is not to be had', async () => {
    const run = await cli(['smoke'], { env: { ...env, K6_BIN: '/nowhere/k6' } });
    expect(run.exitCode, run.output).toBe(4);
    expect(run.output).toContain('K6_BIN');
  });

  it('exits 4 when k6 leaves no report', async () => {
    const silent = join(scratch, 'k6');
    writeFileSync(
      silent,
      '#!/bin/sh\n[ "$1" = version ] && echo "k6 v2.2.0 (go1.26, linux/amd64)"\nexit 0\n',
      {
        mode: 0o755,
      },
    );
    const run = await cli(['smoke'], { env: { ...env, K6_BIN: silent } });
    expect(run.exitCode, run.output).toBe(4);
    expect(run.output).toMatch(/left no report/);
  });
});

describe.concurrent('plain k6', () => {
  it('exits 0 on a service that keeps the document', async () => {
    const run = await k6Run('smoke', { BASE_URL: service.url });
    expect([run.exitCode, run.report?.verdict], run.output).toEqual([0, 'pass']);
    expect(run.output).toMatch(/pass/i);
  });

  it('does not exit 0 without a service', async () => {
    const run = await k6Run('smoke', { BASE_URL: `http://127.0.0.1:${await closedPort()}` });
    expect(run.exitCode, run.output).not.toBe(0);
    expect([run.report?.verdict, run.report?.run.completeness]).toEqual(['inconclusive', 'unreachable']);
  });

  it.each([
    ['without BASE_URL', { BASE_URL: '' }],
    ['with a blank BASE_URL', { BASE_URL: '  ' }],
    ['without a token', { ACCESS_TOKEN: '' }],
    ['with a token of 7 characters', { ACCESS_TOKEN: 'zzzzzz7' }],
    ['with the summary switched off', { K6_SUMMARY_MODE: 'disabled' }],
    ['with k6 reading no bodies', { K6_DISCARD_RESPONSE_BODIES: 'true' }],
    ['with k6 throwing', { K6_THROW: 'true' }],
    ['with k6 logging every header', { K6_HTTP_DEBUG: 'full' }],
    ['with other figures', { K6_SUMMARY_TREND_STATS: 'avg' }],
    ['with another load', { K6_VUS: '2', K6_DURATION: '1s' }],
    ['without setup', { K6_NO_SETUP: 'true' }],
    ['with a profile that is none', { PROFILE: 'huge' }],
    ['with thresholds switched off', { K6_NO_THRESHOLDS: 'true' }],
  ])('does not exit 0 %s, and sends nothing', async (_, change) => {
    const run = await k6Run('smoke', { BASE_URL: unasked.url, ...change });
    expect(run.exitCode, run.output).not.toBe(0);
    expect(run.report?.verdict).not.toBe('pass');
    expect(unasked.requests).toBe(0);
  });

  it.each([
    ['--discard-response-bodies', 'discardResponseBodies'],
    ['--no-setup', 'noSetup'],
    ['--no-connection-reuse', 'noConnectionReuse'],
    ['--summary-trend-stats=avg', 'summaryTrendStats'],
    ['--stage=1s:2', 'scenarios'],
    ['--http-debug', 'httpDebug'],
    ['--blacklist-ip=10.0.0.0/8', 'blacklistIPs'],
  ])('sends nothing with the flag %s, and names the option', async (flag, option) => {
    const run = await k6Run('smoke', { BASE_URL: unasked.url }, [flag]);
    expect(run.exitCode, run.output).not.toBe(0);
    expect(run.report?.run.completeness).not.toBe('complete');
    expect(run.report?.reason).toContain(`The k6 option ${option} is set from outside`);
    expect(unasked.requests).toBe(0);
  });

  it.each(['--no-thresholds', '--new-machine-readable-summary'])(
    'gives no verdict with the flag %s, which no script can see before its end',
    async (flag) => {
      const run = await k6Run('smoke', { BASE_URL: service.url }, [flag]);
      expect(run.report?.run.completeness, run.output).not.toBe('complete');
      expect(run.report?.reason).toContain(`k6 ran with ${flag}`);
    },
  );

  it('judges with flags that change no verdict', async () => {
    const flags = ['--insecure-skip-tls-verify', '--tag', 'build=7', '--no-color', '--summary-time-unit=s'];
    const run = await k6Run('smoke', { BASE_URL: service.url }, flags);
    expect([run.exitCode, run.report?.verdict], run.output).toEqual([0, 'pass']);
  });

  it('does not pass when its scenarios were replaced', async () => {
    const run = await k6Run('gate', { BASE_URL: service.url, PROFILE: 'quick' }, [
      '--iterations',
      '1',
      '--vus',
      '1',
    ]);
    expect(run.exitCode, run.output).not.toBe(0);
    expect(checksThat(run.report, 'pass').length === 0 || run.report?.verdict !== 'pass').toBe(true);
  });
});
