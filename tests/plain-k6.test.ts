import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptFor } from '../cli/contract/scenario-script.ts';
import { closedUrl } from '../cli/k6/stand-in-fixture.ts';
import { type RunningService, startService } from '../service/server.ts';
import { filesIn } from './cli-run.ts';
import { canary, checksThat, k6Run, nodeRun } from './k6-run.ts';

let service: RunningService;
/** Of this one nothing is ever asked. */
let unasked: RunningService;

beforeAll(async () => {
  service = await startService({ token: canary });
  unasked = await startService({ token: canary });
});
afterAll(async () => {
  await service.stop();
  await unasked.stop();
  expect(unasked.requests).toBe(0);
});

describe.concurrent('plain k6', () => {
  it('does not exit 0 without a service', async () => {
    const run = await k6Run('smoke', { BASE_URL: await closedUrl() });
    expect(run.exitCode, run.output).not.toBe(0);
    expect([run.report?.verdict, run.report?.run.completeness]).toEqual(['inconclusive', 'unreachable']);
  });

  it.each([
    ['without BASE_URL', { BASE_URL: '' }, k6Run],
    ['with a blank BASE_URL', { BASE_URL: '  ' }, nodeRun],
    ['without a token', { ACCESS_TOKEN: '' }, nodeRun],
    ['with a token of 7 characters', { ACCESS_TOKEN: 'zzzzzz7' }, nodeRun],
    ['with the summary switched off', { K6_SUMMARY_MODE: 'disabled' }, k6Run],
    ['without setup', { K6_NO_SETUP: 'true' }, k6Run],
    ['with a profile that is none', { PROFILE: 'huge' }, nodeRun],
    ['with thresholds switched off', { K6_NO_THRESHOLDS: 'true' }, k6Run],
  ] as const)('does not exit 0 %s, and sends nothing', async (_, change, judge) => {
    const run = await judge('smoke', { BASE_URL: unasked.url, ...change });
    expect(run.exitCode, run.output).not.toBe(0);
    expect(run.report?.verdict).not.toBe('pass');
    expect(unasked.requests).toBe(0);
  });

  it('sends nothing with a contract that holds the token, and shows none of its names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'held-'));
    const contract = { version: 1, backup: { body: { [canary]: 1 } } } as const;
    const script = join(folder, 'smoke.js');
    writeFileSync(script, await scriptFor('smoke', { contract, file: null, validators: {} }));
    const run = await k6Run(script, { BASE_URL: unasked.url });
    expect(run.exitCode, run.output).not.toBe(0);
    expect(run.report?.causes[0]?.text).toContain('holds the access token');
    expect(JSON.stringify(filesIn(run.folder))).not.toContain(canary);
  });

  it.each([
    [{}, ['--no-setup'], ['noSetup']],
    [
      {
        K6_DISCARD_RESPONSE_BODIES: 'true',
        K6_THROW: 'true',
        K6_HTTP_DEBUG: 'full',
        K6_SUMMARY_TREND_STATS: 'avg',
        K6_VUS: '2',
        K6_DURATION: '1s',
      },
      [],
      ['discardResponseBodies', 'throw', 'httpDebug', 'summaryTrendStats', 'scenarios'],
    ],
    [
      {},
      [
        ...['--discard-response-bodies', '--no-connection-reuse', '--summary-trend-stats=avg'],
        ...['--stage=1s:2', '--http-debug', '--blacklist-ip=10.0.0.0/8'],
      ],
      [
        ...['discardResponseBodies', 'noConnectionReuse', 'summaryTrendStats'],
        ...['scenarios', 'httpDebug', 'blacklistIPs'],
      ],
    ],
  ])('sends nothing with %j and the flags %j, and names the options', async (change, flags, options) => {
    const run = await k6Run('smoke', { BASE_URL: unasked.url, ...change }, flags);
    expect(run.exitCode, run.output).not.toBe(0);
    expect(run.report?.run.completeness).not.toBe('complete');
    expect(run.report?.reason).toMatch(/The k6 option \w+ is set from outside/);
    const said = (run.report?.causes ?? []).map(({ text }) => text).join(' ');
    for (const option of options) expect(said).toContain(`The k6 option ${option} is set from outside`);
    expect(unasked.requests).toBe(0);
  });

  it.each(['--no-thresholds', '--new-machine-readable-summary'])(
    'gives no verdict with the flag %s, which no script can see before its end',
    async (flag) => {
      const run = await k6Run('smoke', { BASE_URL: service.url }, [flag]);
      expect(run.report?.run.completeness, run.output).not.toBe('complete');
      expect(run.report?.reason).toContain(flag);
    },
  );

  it.each([
    ['smoke', '0:1/2', 'smoke has no load to split'],
    ['load', '0:1/20', 'use at most 16 load generators'],
  ] as const)(
    'asks nothing in a segment of %s that makes no load: %s',
    async (scenario, segment, problem) => {
      const unasked = await startService({ token: canary });
      const run = await k6Run(scenario, { BASE_URL: unasked.url }, ['--execution-segment', segment]);
      await unasked.stop();
      expect(run.exitCode, run.output).not.toBe(0);
      expect(run.report?.reason).toContain(problem);
      expect(unasked.requests).toBe(0);
    },
  );

  it('judges with flags that change no verdict', async () => {
    const flags = ['--insecure-skip-tls-verify', '--tag', 'build=7', '--no-color', '--summary-time-unit=s'];
    const run = await k6Run('smoke', { BASE_URL: service.url }, flags);
    expect([run.exitCode, run.report?.verdict], run.output).toEqual([0, 'pass']);
    expect(run.output).toMatch(/pass/i);
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
