import { expect, it } from 'vitest';
import { startService } from '../service/server.ts';
import { childOf } from './child-process.ts';
import { cli, reportIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

/** Calls that come before the measured time: those before the load, until it has settled, and its warm-up. */
const callsBefore = 2000;
const pauseMs = 300;

it.runIf(process.platform === 'linux')(
  'a fast service neither fails nor passes when the generator stood still and made its calls in bursts',
  async () => {
    const service = await startService({ token: canary });
    const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
    const left = [callsBefore, callsBefore + 500, callsBefore + 1000];
    let watch: NodeJS.Timeout | undefined;
    const run = await cli(['load', '--profile', 'quick', '--duration', '8s', '--rate', '400'], {
      env,
      onStart: ({ pid }) => {
        watch = setInterval(() => {
          const [next] = left;
          if (next === undefined || pid === undefined || service.requests < next) return;
          left.shift();
          const k6 = childOf(pid, 'k6');
          process.kill(k6, 'SIGSTOP');
          setTimeout(() => process.kill(k6, 'SIGCONT'), pauseMs);
        }, 5);
      },
    });
    clearInterval(watch);
    await service.stop();
    const { output } = run;
    expect(left, output).toEqual([]);
    const report = reportIn(run.folder);
    const latency = report.findings.filter(({ check }) => check.endsWith('-latency'));
    expect(latency.length, output).toBe(4);
    expect(
      latency.filter(({ verdict }) => verdict === 'fail'),
      output,
    ).toEqual([]);
    const [user] = report.endpoints;
    expect(user?.latency?.verdict, output).toBe('inconclusive');
  },
);
