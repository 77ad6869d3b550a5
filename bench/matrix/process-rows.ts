import { execa } from 'execa';
import { childOf } from '../../tests/child-process.ts';
import { type Due, ended, passes, type Row, unreached } from './row.ts';

/** The parts of a run, and a word of the command that only this part has. */
const words = { 'the command line': null, k6: '--no-usage-report', 'the companion': 'companion' } as const;
type Part = keyof typeof words;

type Moment = readonly [under: 'smoke' | 'load', calls: number];

/** In calls of the service: the conformance phase of a smoke run is about 200, a load begins to be measured after 570. */
const moments: readonly Moment[] = [
  ...[0, 1, 40, 100, 190].map((calls): Moment => ['smoke', calls]),
  ...[1, 250, 450, 600, 750].map((calls): Moment => ['load', calls]),
];
const inSmoke: Moment = ['smoke', 60];
const inLoad: Moment = ['load', 700];

const options = { smoke: [], load: ['--profile', 'quick', '--rate', '100', '--duration', '6s'] } as const;

/** `act` gets the process of that part. */
const row = (
  what: string,
  part: Part,
  due: Due,
  [under, calls]: Moment,
  act: (pid: number) => unknown,
): Row => ({
  name: `${what} after ${calls} calls of ${under}`,
  due,
  begin: ({ out }) => ({
    words: [under, '--out', out, ...options[under]],
    after: { calls, act: (pid) => act(words[part] === null ? pid : childOf(pid, words[part])) },
  }),
});

const signalled = (signal: NodeJS.Signals, part: Part, due: Due, moment: Moment) =>
  row(`${signal} of ${part}`, part, due, moment, (pid) => process.kill(pid, signal));

const frozen = (part: Part, due: Due, moment: Moment) =>
  row(`${part} is frozen for 5 s`, part, due, moment, (pid) => {
    process.kill(pid, 'SIGSTOP');
    // It may have been ended when it is to go on.
    return execa({ reject: false })`sh -c ${`sleep 5; kill -CONT ${pid}`}`;
  });

export const processRows: readonly Row[] = [
  ...moments.map((moment) => signalled('SIGKILL', 'the command line', ended('SIGKILL'), moment)),
  ...moments.map((moment) => signalled('SIGKILL', 'k6', unreached, moment)),
  ...moments.map((moment) => signalled('SIGKILL', 'the companion', unreached, moment)),
  ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const).flatMap((signal) => {
    const due = signal === 'SIGQUIT' ? ended(signal) : unreached;
    return [inSmoke, inLoad].map((moment) => signalled(signal, 'the command line', due, moment));
  }),
  frozen('the command line', { status: [0, 3] }, inSmoke),
  frozen('k6', { status: [0, 3] }, inSmoke),
  frozen('the companion', { status: [0, 3] }, inSmoke),
  frozen('k6', { status: [3] }, inLoad),
  frozen('the companion', { status: [3] }, inLoad),
  signalled('SIGSTOP', 'k6', unreached, inSmoke),
  signalled('SIGSTOP', 'the companion', passes, inSmoke),
];
