import { execa } from 'execa';
import { childOf } from '../../tests/child-process.ts';
import { type Due, ended, passes, type Row, unreached } from './row.ts';

type Part = 'the command line' | 'k6' | 'the companion';
type Scenario = 'smoke' | 'load';

const wordIn = { k6: '--no-usage-report', 'the companion': 'companion' } as const;
const pidOf = (part: Part, pid: number) => (part === 'the command line' ? pid : childOf(pid, wordIn[part]));

/** In calls of the service: the conformance phase of a smoke run is about 200, a load begins to be measured after 570. */
const moments = { smoke: [0, 1, 40, 100, 190], load: [1, 250, 450, 600, 750] } as const;

const words = { smoke: [], load: ['--profile', 'quick', '--rate', '100', '--duration', '6s'] } as const;

/** `act` gets the process of that part. */
const row = (
  what: string,
  part: Part,
  due: Due,
  under: Scenario,
  calls: number,
  act: (pid: number) => unknown,
): Row => ({
  name: `${what} after ${calls} calls of ${under}`,
  due,
  begin: ({ out }) => ({
    words: [under, '--out', out, ...words[under]],
    after: { calls, act: (pid) => act(pidOf(part, pid)) },
  }),
});

const signalled = (signal: NodeJS.Signals, part: Part, due: Due, under: Scenario, calls: number) =>
  row(`${signal} of ${part}`, part, due, under, calls, (pid) => process.kill(pid, signal));

const killed = (part: Part, due: Due) =>
  (['smoke', 'load'] as const).flatMap((under) =>
    moments[under].map((calls) => signalled('SIGKILL', part, due, under, calls)),
  );

/** Stopped for so long; null: until the end. */
const frozen = (part: Part, seconds: number | null, due: Due, under: Scenario, calls: number) =>
  row(
    `${part} is frozen ${seconds === null ? 'for good' : `for ${seconds} s`}`,
    part,
    due,
    under,
    calls,
    (pid) => {
      process.kill(pid, 'SIGSTOP');
      // It may have been ended when it is to go on.
      return seconds === null
        ? null
        : execa({ reject: false })`sh -c ${`sleep ${seconds}; kill -CONT ${pid}`}`;
    },
  );

export const processRows: readonly Row[] = [
  ...killed('the command line', ended('SIGKILL')),
  ...killed('k6', unreached),
  ...killed('the companion', unreached),
  ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const).flatMap((signal) => {
    const due = signal === 'SIGQUIT' ? ended(signal) : unreached;
    return [
      signalled(signal, 'the command line', due, 'smoke', 60),
      signalled(signal, 'the command line', due, 'load', 700),
    ];
  }),
  frozen('the command line', 5, { status: [0, 3] }, 'smoke', 60),
  frozen('k6', 5, { status: [0, 3] }, 'smoke', 60),
  frozen('the companion', 5, { status: [0, 3] }, 'smoke', 60),
  frozen('k6', 5, { status: [3] }, 'load', 700),
  frozen('the companion', 5, { status: [3] }, 'load', 700),
  frozen('k6', null, unreached, 'smoke', 60),
  frozen('the companion', null, passes, 'smoke', 60),
];
