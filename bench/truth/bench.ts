import type { Facts } from '../../reports/facts.ts';
import { buildReport } from '../../reports/judge/build-report.ts';
import { knownLoad } from '../known-load.ts';
import { type Bench, daysOf, grouped, percent, table } from '../record.ts';
import type { Truth } from './truth-server.ts';

type Percentile = 'p95' | 'p99';

/** The largest share of slow calls with which "percentile under 20 ms" still holds. */
const allowedShare: Readonly<Record<Percentile, number>> = { p95: 0.05, p99: 0.01 };

/** One service with known response times. */
interface Rung {
  readonly name: string;
  readonly group: 'steady' | 'unsteady' | 'stall';
  /** What the truth server is started with, times in microseconds. */
  readonly mode: string;
  /** The percentile that lies exactly at the limit here: no verdict on it is right or wrong. */
  readonly boundary?: Percentile;
}

const rungs: readonly Rung[] = [
  ...[15, 18, 19, 19.5, 20.5, 21, 22, 25].map(
    (ms): Rung => ({ name: `${ms} ms`, group: 'steady', mode: `fixed ${ms * 1000}` }),
  ),
  { name: '0.5 % slow', group: 'steady', mode: 'runs 40000 2000 1 200' },
  { name: '1 % slow', group: 'steady', mode: 'runs 40000 2000 1 100', boundary: 'p99' },
  { name: '2 % slow', group: 'steady', mode: 'runs 40000 2000 1 50' },
  { name: '5 % slow', group: 'steady', mode: 'runs 40000 2000 1 20', boundary: 'p95' },
  { name: '0.5 % slow in runs of 10', group: 'unsteady', mode: 'runs 40000 2000 10 2000' },
  { name: '2 % slow in runs of 20', group: 'unsteady', mode: 'runs 40000 2000 20 1000' },
  { name: 'drift from 12 to 30 ms', group: 'unsteady', mode: 'drift 12000 30000 18000000' },
  { name: 'user alone at 25 ms', group: 'unsteady', mode: 'only user 25000 2000' },
  { name: 'stall of 500 ms every 6 s', group: 'stall', mode: 'stall 2000 500000 6000000' },
];

/** How a service is asked. */
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
  readonly p95: string | null;
  readonly p99: string | null;
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
${runs.length} runs, ${daysOf(runs)}, on MACHINE. Each gives three verdicts: on user, encrypt and sync. Not counted is a share
exactly at the limit, or one that a busy machine made another than was written.

- *steady*: ${namesOf('steady')}.
- *unsteady*: ${namesOf('unsteady')}.
- *stall*: the process freezes for 500 ms every 6 s. Of calls that come at any time 8.03 % take 20 ms or longer, so both
  figures are false.

*goes on*: the load is made up to four times while only calls are missing. That ends with the first endpoint that fails, so the others may stay
open; the last column counts runs. These rows hold the cases that one load leaves open.

${table(
  ['profile, machine', 'services', 'runs', 'p95 under 20 ms', 'p99 under 20 ms', 'runs that p99 decides'],
  grouped(runs, waysOf).flatMap(([ways, own]) =>
    grouped(own, ({ rung }) => rungOf(rung).group).map(([group, ofGroup]) => [
      ways,
      group,
      ofGroup.length,
      tallyText(ofGroup, 'p95'),
      tallyText(ofGroup, 'p99'),
      decidedText(ofGroup, 'p99'),
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
  const { startedAt, facts, truth } = await knownLoad(`${waysOf(one)}: ${one.rung}`, {
    mode: rungOf(one.rung).mode,
    args: ['--profile', one.profile, ...(one.nice ? ['--nice'] : [])],
    noise: one,
  });
  return { ...one, startedAt, readings: readingsOf(facts, truth) };
}

/** What the same calls show of both percentiles. Backups are too few for a verdict of their own. */
function readingsOf(facts: Facts, truth: Truth): Reading[] {
  const judgedBy = (percentile: number) => {
    const contract = { ...facts.plan.contract, latency: { percentile } };
    return buildReport({ ...facts, plan: { ...facts.plan, contract } }).endpoints;
  };
  const byP95 = judgedBy(95);
  return judgedBy(99).flatMap(({ name, latency }, at) => {
    if (name === 'backup') return [];
    const { openModelSlowShare, slow, answered } = truth.endpoints[name];
    const servedSlowShare = answered === 0 ? null : slow / answered;
    const p95 = byP95[at]?.latency.verdict ?? null;
    return [{ endpoint: name, p95, p99: latency.verdict, openModelSlowShare, servedSlowShare }];
  });
}

function tallyText(runs: readonly Run[], percentile: Percentile): string {
  const marks = runs.flatMap(({ rung, readings }) =>
    readings.map((reading) => markOf(reading, percentile, rungOf(rung))),
  );
  const count = (mark: string) => marks.filter((one) => one === mark).length;
  const [right, wrong, open, rest] = [count('right'), count('wrong'), count('open'), count('not counted')];
  const decided = right + wrong + open === 0 ? 0 : (right + wrong) / (right + wrong + open);
  const wrongText = wrong === 0 ? '0' : `**${wrong}**`;
  return `${right} right, ${wrongText} wrong, ${open} open: ${percent(decided)} decided${rest === 0 ? '' : `; ${rest} not counted`}`;
}

/** A run fails with any endpoint and passes with all of them. */
function decidedText(runs: readonly Run[], percentile: Percentile): string {
  const counted = runs.filter(({ rung }) => rungOf(rung).boundary !== percentile);
  const decided = counted.filter(({ readings }) => {
    const said = readings.map((reading) => reading[percentile]);
    return said.includes('fail') || said.every((one) => one === 'pass');
  });
  return `${decided.length} of ${counted.length}`;
}

export function markOf(reading: Reading, percentile: Percentile, { group, boundary }: Rung) {
  const said = reading[percentile];
  const allowed = allowedShare[percentile];
  const { servedSlowShare, openModelSlowShare } = reading;
  const share = openModelSlowShare ?? servedSlowShare;
  if (said === null || share === null || boundary === percentile) return 'not counted';
  const wasServed = group === 'stall' || (servedSlowShare ?? share) > allowed === share > allowed;
  if (!wasServed) return 'not counted';
  if (said === 'inconclusive') return 'open';
  return (said === 'fail') === share > allowed ? 'right' : 'wrong';
}
