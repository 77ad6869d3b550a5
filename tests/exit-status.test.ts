import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedUrl } from '../cli/k6/stand-in.ts';
import { type RunningService, startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

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
    const run = await cli(['smoke', '--base-url', await closedUrl()], { env });
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
    expect(run.output.match(/interrupted/g)).toHaveLength(1);
    expect(JSON.parse(filesIn(run.folder)['report.json'] ?? '').run.completeness).toBe('interrupted');
    expect(filesIn(run.folder)['metrics.prom']).toContain('verdict="none"} 1');
  });

  it.each([
    ['an unknown option', ['gate', '--durationn', '3s'], /unknown option/],
    ['an unknown command', ['gaet'], /unknown command/],
    ['the version beside a command', ['gate', '--yes', '-V'], /unknown option '-V'/],
    ['the version as a value', ['gate', '--base-url', '--version'], /--base-url/],
    ['help beside what a run needs', ['gate', '-h', 'http://127.0.0.1:80', '--yes'], /Usage/],
    ['two contracts', ['smoke', '--contract', 'a.yaml', '--contract', 'b.yaml'], /--contract is given twice/],
    ['a duration that is none', ['smoke', '--duration', 'soon'], /--duration/],
    ['a rate that is none', ['smoke', '--rate', 'many'], /--rate/],
    ['a profile that is none', ['smoke', '--profile', 'huge'], /--profile or PROFILE: must be quick/],
    ['a base URL without a scheme', ['smoke', '--base-url', '127.0.0.1:80'], /begin with http/],
    ['a base URL with a query', ['smoke', '--base-url', 'http://127.0.0.1:80/?a=1'], /query/],
    [
      'a base URL with /api/v1',
      ['smoke', '--base-url', 'http://127.0.0.1:80/api/v1'],
      /ends in \/api\/v1, .* remove it/,
    ],
    ['no service given', ['smoke', '--base-url', ''], /--base-url: it is empty/],
    [
      'two services named',
      ['smoke', '--embedded', '--base-url', 'http://127.0.0.1:80'],
      /--embedded and --base/,
    ],
    ['a contract that is not there', ['smoke', '--contract', 'none.yaml'], /none\.yaml/],
    ['a folder that cannot be written', ['smoke', '--out', '/sys/nowhere/run'], /cannot be written/],
    ['a folder without a name', ['smoke', '--out', ''], /--out: name a folder/],
  ])('exits 2 on %s, and sends nothing', async (_, args, message) => {
    const run = await cli(args, { env: unaskedEnv });
    expect(run.exitCode, run.output).toBe(2);
    expect(run.output).toMatch(message);
    expect(unasked.requests).toBe(0);
  });

  it('exits 2 on a proxy that no client can read, and shows no part of its password', async () => {
    const HTTPS_PROXY = 'http://alice:Summer#2024@127.0.0.1:9';
    const run = await cli(['smoke'], { env: { ...unaskedEnv, HTTPS_PROXY } });
    expect([run.exitCode, unasked.requests], run.output).toEqual([2, 0]);
    expect(run.output).toMatch(/HTTPS_PROXY: .* Write it as %2F, %3F or %23/);
    expect(run.output).not.toMatch(/Summer|2024@/);
  });

  it.each(['smoke', 'gate', 'conformance', 'load', 'soak', 'stress', 'spike', 'breakpoint'])(
    'exits 2 when %s is given no service, which is no pass of the embedded one',
    async (scenario) => {
      const run = await cli([scenario], { env: { ...env, BASE_URL: '' } });
      expect([run.exitCode, filesIn(run.folder)], run.output).toEqual([2, {}]);
      expect(run.output).toContain('No service given: set BASE_URL or use --base-url URL. --embedded');
    },
  );

  it('judges the embedded service where it is asked to, and says that BASE_URL is not used', async () => {
    const run = await cli(['smoke', '--embedded'], { env: { ...unaskedEnv, COMPARE_URL: ' ' } });
    expect(run.exitCode, run.output).toBe(0);
    expect(run.output).toContain('--embedded: BASE_URL is not used.');
    expect(run.output).toMatch(/again {3}node \S*bin\.mjs smoke --embedded/);
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

  it.each([{ PROFILE: 'huge' }, { RATE: 'many' }, { DURATION: 'soon' }])('exits 2 on %j', async (change) => {
    const run = await cli(['load'], { env: { ...unaskedEnv, ...change } });
    expect(run.exitCode, run.output).toBe(2);
    expect(run.output).toContain(`or ${Object.keys(change)[0]}: `);
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

  it('takes options from k6, says so, and judges all the same', async () => {
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
    const run = await cli(['smoke'], { env: { ...env, ...options } });
    expect(run.exitCode, run.output).toBe(0);
    for (const name of Object.keys(options)) expect(run.output).toContain(name);
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
