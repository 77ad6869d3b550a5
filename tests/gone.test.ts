import { describe, it } from 'vitest';
import { closedUrl } from '../cli/k6/stand-in-fixture.ts';
import { readReport } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { childOf } from './child-process.ts';
import { cli, filesIn } from './cli-run.ts';
import { httpService } from './http-service.ts';
import { canary, k6Run } from './k6-run.ts';

interface UnderWay {
  readonly pid: number;
  stopService(): Promise<void>;
}

/** A run on a service of its own, with something that happens once the service has had so many requests. */
async function disturbed(args: readonly string[], requests: number, disturb: (run: UnderWay) => unknown) {
  const service = await startService({ token: canary });
  let stopped: Promise<void> | null = null;
  const stopService = () => {
    stopped ??= service.stop();
    return stopped;
  };
  let watch: NodeJS.Timeout | undefined;
  const run = await cli([...args, '--profile', 'quick'], {
    env: { BASE_URL: service.url, ACCESS_TOKEN: canary },
    onStart: ({ pid }) => {
      watch = setInterval(() => {
        if (pid === undefined || service.requests < requests) return;
        clearInterval(watch);
        disturb({ pid, stopService });
      }, 5);
    },
  });
  clearInterval(watch);
  await stopService();
  return { ...run, isDisturbed: service.requests >= requests };
}

/** Of one whose calls fail, but for those of backup. */
const serviceOfBackups = () =>
  httpService(({ url, headers }, response) => {
    const status = url === '/api/v1/backup/create' ? 201 : 500;
    response
      .writeHead(headers.authorization === `Bearer ${canary}` ? status : 401, {
        'content-type': 'application/json',
      })
      .end('{"id":"bak_1"}');
  });

describe.concurrent('a run does not pass', () => {
  /** The first look asks 170 times, the warm-up some more. */
  it.for([
    ['before the load', 230, '60', '4s', 'unreachable'],
    ['in the middle of it', 600, '80', '10s', 'could no longer be reached at the end of the run'],
  ] as const)('when the service ends %s', async ([, requests, rate, duration, said], { expect }) => {
    const args = ['stress', '--rate', rate, '--duration', duration];
    const { exitCode, output } = await disturbed(args, requests, ({ stopService }) => stopService());
    expect(exitCode, output).toBe(3);
    expect(output).toContain(said);
  });

  it('when it had nothing to offer but backups', async ({ expect }) => {
    const service = await serviceOfBackups();
    const args = ['load', '--profile', 'quick', '--rate', '80', '--duration', '3s'];
    const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
    const { exitCode, output } = await cli(args, { env }).finally(() => service.stop());
    expect(exitCode, output).toBe(3);
    expect(output).toContain('Not enough successful calls to each of 3 endpoints. GET /api/v1/user');
  });

  it('when the token is not known there: without a load', async ({ expect }) => {
    const service = await startService({ token: 'another-token-of-the-service' });
    const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
    const run = cli(['gate', '--profile', 'quick'], { env }).finally(() => service.stop());
    const { exitCode, output } = await run;
    expect(exitCode, output).toBe(3);
    expect(output).toContain('There was no load');
    expect(output).toMatch(/The token was refused .* valid calls were answered with HTTP 401\./);
    expect(output).toContain('Check that ACCESS_TOKEN is the token of this service');
  });

  /** What comes before the measured time is at most 570 calls. */
  it.runIf(process.platform === 'linux')(
    'when the companion died in the middle of it',
    async ({ expect }) => {
      const args = ['load', '--rate', '100', '--duration', '6s'];
      const { exitCode, output, folder, isDisturbed } = await disturbed(args, 650, ({ pid }) => {
        process.kill(childOf(pid, 'companion'), 'SIGKILL');
      });
      expect(isDisturbed, output).toBe(true);
      expect(exitCode, output).toBe(4);
      expect(output).toContain('The companion process ended by SIGKILL before the run was over.');
      const text = filesIn(folder)['report.json'];
      if (text !== undefined) expect(readReport(text).verdict).toBe('inconclusive');
    },
  );
});

/** A load beside a counterpart that is not there. */
async function alone<Run>(start: (env: Record<string, string>) => Promise<Run>): Promise<Run> {
  const service = await startService({ token: canary });
  const compareUrl = await closedUrl();
  const load = { PROFILE: 'quick', RATE: '200', DURATION: '3s', COMPARE_URL: compareUrl };
  return start({ BASE_URL: service.url, ACCESS_TOKEN: canary, ...load }).finally(() => service.stop());
}

describe.concurrent('a comparison with a counterpart that is not there', () => {
  it('is left open, and says why', async ({ expect }) => {
    const { exitCode, output, folder } = await alone((env) => cli(['load'], { env }));
    expect(exitCode, output).toBe(3);
    const { findings } = readReport(filesIn(folder)['report.json'] ?? '');
    const compared = findings.filter(({ check }) => check.startsWith('compare-latency-'));
    expect(compared.map(({ verdict }) => verdict)).toEqual(Array(3).fill('inconclusive'));
    expect(compared[0]?.explanation).toMatch(/calls to the counterpart did not succeed: unreachable/);
    expect(compared[0]?.remedy).toContain('Check that the counterpart is running');
  });

  it('is said to plain k6 too, whose exit status cannot be 0 then', async ({ expect }) => {
    const { exitCode, output, report } = await alone((env) => k6Run('load', env));
    expect(exitCode).toBe(110);
    expect(output).toMatch(/marked as failed: GET \/api\/v1\/user: \d+ of \d+ calls to the counterpart/);
    expect(report?.comparison?.endpoints.map(({ outcome }) => outcome)).toEqual(['open', 'open', 'open']);
    expect(report?.verdict).not.toBe('pass');
  });
});
