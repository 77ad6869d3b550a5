import { startService } from '../../service/server.ts';
import { childOf } from '../../tests/child-process.ts';
import { token } from '../../tests/leaks.ts';
import { type Due, ended, passes, type Row, unreached } from './row.ts';

type Part = 'the command line' | 'k6' | 'the companion';

const wordIn = { k6: '--no-usage-report', 'the companion': 'companion' } as const;

/** In calls of the service: the conformance phase of a smoke run is about 200, a load begins to be measured after 570. */
const moments = [
  { under: 'smoke', calls: [0, 1, 40, 100, 190] },
  { under: 'load', calls: [1, 250, 450, 600, 750] },
] as const;

type Scenario = (typeof moments)[number]['under'];

interface Event {
  readonly name: string;
  readonly due: Due;
  readonly under: Scenario;
  readonly calls: number;
  readonly happen: (pid: number) => unknown;
}

function row({ name, due, under, calls, happen }: Event): Row {
  return {
    name: `${name} after ${calls} calls of ${under}`,
    group: 'processes',
    due,
    async begin({ out }) {
      const service = await startService({ token });
      let watch: NodeJS.Timeout | undefined;
      const load = ['--profile', 'quick', '--rate', '100', '--duration', '6s'];
      return {
        words: [under, '--out', out, ...(under === 'load' ? load : [])],
        env: { BASE_URL: service.url },
        onStart(pid) {
          watch = setInterval(() => {
            if (service.requests < calls || !tried(() => happen(pid))) return;
            clearInterval(watch);
          }, 3);
        },
        end() {
          clearInterval(watch);
          return service.stop();
        },
      };
    },
  };
}

/** Whether it could be done: a process may not have been started yet. */
function tried(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

const pidOf = (part: Part, pid: number) => (part === 'the command line' ? pid : childOf(pid, wordIn[part]));

function ofEachMoment(signal: NodeJS.Signals, part: Part, due: Due): Row[] {
  return moments.flatMap(({ under, calls }) =>
    calls.map((one) =>
      row({
        name: `${signal} of ${part}`,
        due,
        under,
        calls: one,
        happen: (pid) => process.kill(pidOf(part, pid), signal),
      }),
    ),
  );
}

const signalled = (signal: NodeJS.Signals, under: Scenario, calls: number): Row =>
  row({
    name: `${signal} of the command line`,
    due: signal === 'SIGQUIT' ? ended(signal) : unreached,
    under,
    calls,
    happen: (pid) => process.kill(pid, signal),
  });

/** Stopped for so long; null: until the end. */
const frozen = (part: Part, ms: number | null, due: Due, under: Scenario, calls: number): Row =>
  row({
    name: `${part} is frozen ${ms === null ? 'for good' : `for ${ms / 1000} s`}`,
    due,
    under,
    calls,
    happen(pid) {
      const own = pidOf(part, pid);
      process.kill(own, 'SIGSTOP');
      if (ms !== null) setTimeout(() => tried(() => process.kill(own, 'SIGCONT')), ms);
    },
  });

export const processRows: readonly Row[] = [
  ...ofEachMoment('SIGKILL', 'the command line', ended('SIGKILL')),
  ...ofEachMoment('SIGKILL', 'k6', unreached),
  ...ofEachMoment('SIGKILL', 'the companion', unreached),
  ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const).flatMap((signal) => [
    signalled(signal, 'smoke', 60),
    signalled(signal, 'load', 700),
  ]),
  frozen('the command line', 5000, { status: [0, 3] }, 'smoke', 60),
  frozen('k6', 5000, { status: [0, 3] }, 'smoke', 60),
  frozen('the companion', 5000, { status: [0, 3] }, 'smoke', 60),
  frozen('k6', 5000, { status: [3] }, 'load', 700),
  frozen('the companion', 5000, { status: [3] }, 'load', 700),
  frozen('k6', null, unreached, 'smoke', 60),
  frozen('the companion', null, passes, 'smoke', 60),
];
