import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, it, type TestContext, vi } from 'vitest';
import { closedUrl, serve, standIn, temporaryFolder } from '../cli/k6/stand-in-fixture.ts';
import { readReport } from '../reports/report.ts';
import { startService } from '../service/server.ts';
import { childOf } from './child-process.ts';
import { k6Binary } from './k6-binary.ts';
import { canary, nodeRun } from './k6-run.ts';

/** Waits for what another process brings about. */
function until(holds: () => boolean): Promise<void> {
  const look = () => {
    if (!holds()) throw new Error(`Never: ${holds}`);
  };
  return vi.waitFor(look, { timeout: 60_000, interval: 20 });
}

function isAlive(pid: number): boolean {
  try {
    // A process that has ended stays until somebody asks for its status.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** These runs mostly wait for the next call. */
vi.setConfig({ maxConcurrency: 4 });

/** Standard input of a run in a terminal of its own; undefined: it has no terminal. */
type Terminal = '' | '</dev/null' | undefined;

type Finishing = Pick<TestContext, 'onTestFinished'>;

/** A load of a minute, in a process group of its own. */
function begun({ onTestFinished }: Finishing, env: Record<string, string>, terminal?: Terminal) {
  const folder = mkdtempSync(join(tmpdir(), 'interrupt-'));
  const load = ['load', '--profile', 'quick', '--rate', '100', '--duration', '60s', '--out', folder];
  const command = [process.execPath, 'dist/cli.mjs', ...load];
  const [program = '', ...args] =
    terminal === undefined
      ? command
      : ['script', '-qec', `exec ${command.join(' ')} ${terminal}`, '/dev/null'];
  const running = execa(program, args, {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, K6_BIN: k6Binary, NO_COLOR: '1', ...env },
    extendEnv: false,
    reject: false,
    all: true,
    stdin: 'pipe',
    detached: true,
  });
  const { pid } = running;
  if (pid === undefined) throw new Error(`${program} did not start.`);
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(-pid, 'SIGKILL');
  });
  const seen = { text: '' };
  running.all.on('data', (chunk) => {
    seen.text += chunk;
  });
  return { running, folder, pid, seen };
}

/** Measuring begins after at most 570 calls. */
const atLoad = 650;
const beforeLoad = 150;

/** Once the service has had so many calls. */
async function loading(test: Finishing, terminal?: Terminal, calls = atLoad) {
  const service = await startService({ token: canary });
  test.onTestFinished(() => service.stop());
  const run = begun(test, { BASE_URL: service.url, ACCESS_TOKEN: canary }, terminal);
  await until(() => service.requests > calls);
  const pid = terminal === undefined ? run.pid : childOf(run.pid, 'dist/cli.mjs');
  return { ...run, pid, k6: childOf(pid, k6Binary), companion: childOf(pid, 'companion') };
}

type Loading = Awaited<ReturnType<typeof loading>>;
const linux = describe.runIf(process.platform === 'linux');

linux.concurrent('an interrupt during the load', () => {
  it.for<[string, number, Terminal, (run: Loading) => unknown]>([
    ['of the process', atLoad, undefined, ({ pid }) => process.kill(pid, 'SIGINT')],
    ['of its group, as SIGTERM', atLoad, undefined, ({ pid }) => process.kill(-pid, 'SIGTERM')],
    ['or before it, of the process in a terminal', beforeLoad, '', ({ pid }) => process.kill(pid, 'SIGINT')],
    ['by Ctrl-C', atLoad, '', ({ running }) => running.stdin.write('\x03')],
    ['by Ctrl-C without standard input', atLoad, '</dev/null', ({ running }) => running.stdin.write('\x03')],
  ])('%s ends k6, which writes its report', async ([, calls, terminal, interrupt], { expect, ...test }) => {
    const run = await loading(test, terminal, calls);
    interrupt(run);
    const { exitCode } = await run.running;
    expect([exitCode, isAlive(run.k6)], run.seen.text).toEqual([4, false]);
    const report = readReport(readFileSync(join(run.folder, 'report.json'), 'utf8'));
    const ended = [report.run.completeness, report.endpoints.length > 0];
    expect(ended, report.reason).toEqual(['interrupted', calls === atLoad]);
    expect(run.seen.text.match(/interrupted/g)).toHaveLength(1);
    expect(readFileSync(join(run.folder, 'metrics.prom'), 'utf8')).toContain('verdict="none"} 1');
  });
});

linux.concurrent('k6 ends and writes no report', () => {
  // The companion ends k6 by a signal, whatever k6 does. Without it k6 ends at its next control call, under load.
  it.for<[string, number, (run: Loading) => unknown]>([
    ['the command line', beforeLoad, ({ pid }) => process.kill(pid, 'SIGKILL')],
    ['the group of the command line', beforeLoad, ({ pid }) => process.kill(-pid, 'SIGKILL')],
    [
      'the command line and the companion',
      atLoad,
      ({ pid, companion }) => [companion, pid].map((one) => process.kill(one, 'SIGKILL')),
    ],
  ])('after SIGKILL of %s', async ([, calls, kill], { expect, ...test }) => {
    const run = await loading(test, undefined, calls);
    kill(run);
    await until(() => !isAlive(run.k6) && !isAlive(run.companion));
    expect(readdirSync(run.folder)).toEqual([]);
  });
});

it.concurrent('a run that is stopped between any two of its counts does not contradict itself', async ({
  expect,
  onTestFinished,
}) => {
  const service = await startService({ token: canary, variants: ['encrypt-slow', 'user-tail@every-20th'] });
  onTestFinished(() => service.stop());
  const load = { PROFILE: 'quick', RATE: '200', DURATION: '2s', SEED: '3', STOPS: '30' };
  const { output } = await nodeRun('load', { BASE_URL: service.url, ...load });
  const stopped = output.match(/^stopped after .*/gm) ?? [];
  expect(stopped.length, output).toBe(30);
  expect(stopped.filter((line) => line.includes('broken'))).toEqual([]);
});

it('a second interrupt does not wait for k6', async ({ expect, ...test }) => {
  const k6 = `[ "$1" = version ] && echo "k6 v2.2.0 (go1.26, linux/amd64)" && exit
trap 'echo told' INT
echo up $$
while :; do sleep 60 & wait $!; done`;
  const K6_BIN = standIn(join(temporaryFolder(), 'k6'), k6);
  const { running, seen } = begun(test, {
    BASE_URL: 'http://127.0.0.1:1',
    ACCESS_TOKEN: canary,
    K6_BIN,
  });
  await until(() => seen.text.includes('up'));
  // So often that some come while the command line ends.
  const again = setInterval(() => running.kill('SIGINT'), 5);
  const { exitCode } = await running.finally(() => clearInterval(again));
  expect([exitCode, seen.text.match(/told/g)], seen.text).toEqual([4, ['told']]);
  expect(isAlive(Number(/up (\d+)/.exec(seen.text)?.[1]))).toBe(false);
});

/** A program that says that it is up and ends when it is made to, with a child that holds its output open. */
const endless = 'echo $$ > "$(/usr/bin/dirname "$0")/up"; /bin/sleep 600 & wait';

linux('an interrupt before k6 runs leaves nothing running', () => {
  it.for<[string, NodeJS.Signals, (folder: string) => Record<string, string>]>([
    [
      'a K6_BIN that does not answer',
      'SIGINT',
      (folder) => ({ K6_BIN: standIn(join(folder, 'k6'), endless) }),
    ],
    [
      'Go',
      'SIGTERM',
      (folder) => ({
        K6_BIN: '',
        // No other: a k6 on it would be taken instead.
        PATH: dirname(standIn(join(folder, 'go'), endless)),
      }),
    ],
  ])('of %s', async ([, signal, env], { expect, ...test }) => {
    const folder = temporaryFolder();
    const cache = join(folder, 'cache');
    const closed = { K6_RELEASE_URL: await closedUrl(), HARNESS_CACHE_DIR: cache };
    const service = { BASE_URL: 'http://127.0.0.1:1', ACCESS_TOKEN: canary };
    const { running, pid, seen } = begun(test, { ...service, ...closed, ...env(folder) });
    const up = join(folder, 'up');
    await until(() => existsSync(up) && readFileSync(up, 'utf8').endsWith('\n'));
    process.kill(pid, signal);
    const { exitCode } = await running;
    expect([exitCode, isAlive(Number(readFileSync(up, 'utf8')))], seen.text).toEqual([4, false]);
    expect(seen.text).toContain('The run was interrupted.');
  });

  it.for(['SIGINT', 'SIGTERM'] as const)(
    'while a release is fetched: %s',
    async (signal, { expect, ...test }) => {
      let isAsked = false;
      const K6_RELEASE_URL = await serve(() => {
        isAsked = true;
      });
      const HARNESS_CACHE_DIR = temporaryFolder();
      const env = { BASE_URL: 'http://127.0.0.1:1', ACCESS_TOKEN: canary, K6_BIN: '', PATH: '' };
      const { running, pid, seen } = begun(test, { ...env, K6_RELEASE_URL, HARNESS_CACHE_DIR });
      await until(() => isAsked);
      process.kill(pid, signal);
      const { exitCode } = await running;
      expect([exitCode, readdirSync(HARNESS_CACHE_DIR)], seen.text).toEqual([4, []]);
      expect(seen.text).toContain('The run was interrupted.');
      expect(seen.text).not.toContain('go:');
    },
  );
});
