import type { EndpointResult } from '../../reports/report.ts';
import { knownLoad } from '../known-load.ts';
import { type Bench, daysOf, grouped, marksText, percent, table } from '../record.ts';
import type { Truth } from './truth-server.ts';

/** The largest share of slow calls with which "p99 under 20 ms" still holds. */
const allowedShare = 0.01;

/** One service with known response times. */
interface Rung {
  readonly name: string;
  readonly group: 'steady' | 'unsteady' | 'stall';
  /** What the truth server is started with, times in microseconds. */
  readonly mode: string;
}

const rungs: readonly Rung[] = [
  ...[15, 18, 19, 19.5, 20.5, 21, 22, 25].map(
    (ms): Rung => ({ name: `${ms} ms`, group: 'steady', mode: `fixed ${ms * 1000}` }),
  ),
  { name: '0.5 % slow', group: 'steady', mode: 'runs 40000 2000 1 200' },
  { name: '1 % slow', group: 'steady', mode: 'runs 40000 2000 1 100' },
  { name: '2 % slow', group: 'steady', mode: 'runs 40000 2000 1 50' },
  { name: '5 % slow', group: 'steady', mode: 'runs 40000 2000 1 20' },
  { name: '0.5 % slow in runs of 10', group: 'unsteady', mode: 'runs 40000 2000 10 2000' },
  { name: '2 % slow in runs of 20', group: 'unsteady', mode: 'runs 40000 2000 20 1000' },
  { name: 'drift from 12 to 30 ms', group: 'unsteady', mode: 'drift 12000 30000 18000000' },
  { name: 'user alone at 25 ms', group: 'unsteady', mode: 'only user 25000 2000' },
  { name: 'stall of 500 ms every 6 s', group: 'stall', mode: 'stall 2000 500000 6000000' },
];

interface Asked {
  readonly rung: string;
  readonly profile: string;
  readonly burners: number;
  readonly nice: boolean;
  /** Makes up to four loads while only calls are missing; absent: one. */
  readonly goesOn?: true;
}

/** What the harness says of one endpoint, and what the server knows of it. */
interface Reading {
  readonly endpoint: 'user' | 'encrypt' | 'sync';
  readonly said: string | null;
  /** Of calls that come at any time; null where the service changes as it runs. */
  readonly openModelSlowShare: number | null;
  readonly servedSlowShare: number | null;
}

interface Run extends Asked {
  readonly startedAt: string;
  readonly readings: readonly Reading[];
}

const asked = ['quick', 'standard'].flatMap((profile) =>
  [0, 2, 4].flatMap((burners) =>
    [false, true].flatMap((nice) =>
      rungs.map((rung): Asked => ({ rung: rung.name, profile, burners, nice, goesOn: true })),
    ),
  ),
);

export const bench: Bench<Run> = {
  isRepeated: true,
  taskOf: (run) => `${waysOf(run)}: ${run.rung}`,
  tasks: asked.map((one) => ({ name: `${waysOf(one)}: ${one.rung}`, make: () => measured(one) })),
  page: (runs) => `# Known response times

\`node bench/run.mjs truth\` has \`load\` judge a server whose response times are known beforehand, and which measures each of
its answers from the kernel's receive stamp of the request; it needs Linux and a C compiler.
${runs.length} runs, ${daysOf(runs)}, on MACHINE. Each gives three verdicts on "p99 under 20 ms": on user, encrypt and sync. Not counted is a share
exactly at the limit, or one that a busy machine made another than was written.

- *steady*: ${namesOf('steady')}.
- *unsteady*: ${namesOf('unsteady')}.
- *stall*: the process freezes for 500 ms every 6 s. Of calls that come at any time 8.03 % take 20 ms or longer.

*goes on*: the load is made up to four times while only calls are missing. That ends with the first endpoint that fails, so the others may stay
open; the last column counts runs. These rows hold the cases that one load leaves open.

${table(
  ['profile, machine', 'services', 'runs', 'verdicts', 'runs decided'],
  grouped(runs, waysOf).flatMap(([ways, own]) =>
    grouped(own, ({ rung }) => rungOf(rung).group).map(([group, ofGroup]) => [
      ways,
      group,
      ofGroup.length,
      tallyText(ofGroup),
      decidedText(ofGroup),
    ]),
  ),
)}`,
};

function waysOf({ profile, burners, nice, goesOn }: Asked): string {
  return `${profile}, ${burners} burners${nice ? ', --nice' : ''}${goesOn ? ', goes on' : ''}`;
}

function namesOf(group: Rung['group']): string {
  return rungs.flatMap((rung) => (rung.group === group ? [rung.name] : [])).join(', ');
}

function rungOf(name: string): Rung {
  const rung = rungs.find((one) => one.name === name);
  if (rung === undefined) throw new Error(`There is no rung ${name}.`);
  return rung;
}

async function measured(one: Asked): Promise<Run> {
  const { startedAt, report, truth } = await knownLoad(`${waysOf(one)}: ${one.rung}`, {
    mode: rungOf(one.rung).mode,
    args: ['--profile', one.profile, ...(one.nice ? ['--nice'] : [])],
    noise: one,
  });
  return { ...one, startedAt, readings: report.endpoints.flatMap((result) => readingOf(result, truth)) };
}

/** Backups are too few for a verdict of their own. */
function readingOf({ name, latency }: EndpointResult, truth: Truth): Reading[] {
  if (name === 'backup') return [];
  const { openModelSlowShare, slow, answered } = truth.endpoints[name];
  const servedSlowShare = answered === 0 ? null : slow / answered;
  return [{ endpoint: name, said: latency.verdict, openModelSlowShare, servedSlowShare }];
}

function tallyText(runs: readonly Run[]): string {
  const marks = runs.flatMap(({ rung, readings }) =>
    readings.map((reading) => markOf(reading, rungOf(rung).group)),
  );
  const counted = marks.filter((mark) => mark !== 'not counted');
  const decided = counted.filter((mark) => mark !== 'open').length / Math.max(1, counted.length);
  const rest = marks.length - counted.length;
  return `${marksText(marks)}: ${percent(decided)} decided${rest === 0 ? '' : `; ${rest} not counted`}`;
}

/** A run fails with any endpoint and passes with all of them. */
function decidedText(runs: readonly Run[]): string {
  const counted = runs.filter(({ readings }) => !readings.some(isAtLimit));
  const decided = counted.filter(({ readings }) => {
    const said = readings.map((reading) => reading.said);
    return said.includes('fail') || said.every((one) => one === 'pass');
  });
  return `${decided.length} of ${counted.length}`;
}

/** No verdict on it is right or wrong. */
function isAtLimit({ openModelSlowShare }: Reading): boolean {
  return openModelSlowShare === allowedShare;
}

export function markOf(reading: Reading, group: Rung['group']) {
  const { said, servedSlowShare, openModelSlowShare } = reading;
  const share = openModelSlowShare ?? servedSlowShare;
  if (said === null || share === null || isAtLimit(reading)) return 'not counted';
  const isSlow = share > allowedShare;
  const wasServed = group === 'stall' || (servedSlowShare ?? share) > allowedShare === isSlow;
  if (!wasServed) return 'not counted';
  if (said === 'inconclusive') return 'open';
  return (said === 'fail') === isSlow ? 'right' : 'wrong';
}
