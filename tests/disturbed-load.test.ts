import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../reports/report.ts';
import { type RunningService, startService } from '../service/server.ts';
import { cli, filesIn } from './cli-run.ts';
import { canary } from './k6-run.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService({ token: canary });
});
afterAll(() => service.stop());

/** Calls that come before the measured time: those before the load, until it has settled, and its warm-up. */
const callsBefore = 2000;

/** Loads the service, and disturbs the run as soon as it had so many calls. */
async function disturbed(after: readonly number[], disturb: (cliPid: number) => void) {
  const before = service.requests;
  const env = { BASE_URL: service.url, ACCESS_TOKEN: canary };
  const args = ['load', '--profile', 'quick', '--duration', '8s', '--rate', '400'];
  const left = [...after];
  let watch: NodeJS.Timeout | undefined;
  const run = await cli(args, {
    env,
    onStart: ({ pid }) => {
      watch = setInterval(() => {
        const [next] = left;
        if (next === undefined || pid === undefined || service.requests - before < next) return;
        left.shift();
        disturb(pid);
      }, 5);
    },
  });
  clearInterval(watch);
  expect(left, run.output).toEqual([]);
  const text = filesIn(run.folder)['report.json'];
  return { ...run, report: text === undefined ? null : (JSON.parse(text) as Report) };
}

/** Its child with this in its command line. */
function childOf(parent: number, word: string): number {
  const found = readdirSync('/proc').find((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [, , status = ''] = /^(\d+) \(.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return (
        Number(status.split(' ')[1]) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
      );
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error(`The run has no child ${word}.`);
  return Number(found);
}

const pauseMs = 300;

describe.runIf(process.platform === 'linux')('a fast service', () => {
  it('neither fails nor passes when the generator stood still and made its calls in bursts', async () => {
    const { report, output } = await disturbed(
      [callsBefore, callsBefore + 500, callsBefore + 1000],
      (pid) => {
        const k6 = childOf(pid, 'k6');
        process.kill(k6, 'SIGSTOP');
        setTimeout(() => process.kill(k6, 'SIGCONT'), pauseMs);
      },
    );
    const latency = report?.findings.filter(({ check }) => check.endsWith('-latency')) ?? [];
    expect(latency.length, output).toBe(4);
    expect(
      latency.filter(({ verdict }) => verdict === 'fail'),
      output,
    ).toEqual([]);
    const [user] = report?.endpoints ?? [];
    expect(user?.latency?.verdict, output).toBe('inconclusive');
  });

  it('does not pass when the companion died in the middle of the run', async () => {
    const { report, exitCode, output } = await disturbed([callsBefore + 500], (pid) => {
      process.kill(childOf(pid, 'companion'), 'SIGKILL');
    });
    expect([3, 4], output).toContain(exitCode);
    expect(report?.verdict ?? 'inconclusive').toBe('inconclusive');
  });
});
