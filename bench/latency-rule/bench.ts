import { passAlpha } from '../../checks/latency/expectation.ts';
import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { upperBound } from '../../checks/statistics/distributions.ts';
import type { Random } from '../random.ts';
import { type Bench, percent, table } from '../record.ts';
import { joined, simulateWindow } from './bursts.ts';
import { type Cell, cellTask, loadsMost, verdictOfGoingOn } from './cell.ts';
import { disturbedTasks } from './disturbed.ts';
import { allowed, expectationOf, faultless, measurementOf, type Plan, plans, type Window } from './facts.ts';
import { hiddenTasks } from './hidden-bursts.ts';
import { simulateConnections } from './slow-connections.ts';

const meanBursts = [null, 1, 3, 5, 10, 20, 50] as const;
const multiples = [0.5, 0.99, 1.01, 2];
const burstTasks = plans.flatMap((plan, first) =>
  meanBursts.flatMap((meanBurst, second) =>
    multiples.map((multiple, third) => {
      const name = `bursts, ${plan.name}, mean ${meanBurst ?? 'none'}, ${multiple} × 1 % slow`;
      const resolutionCalls = (allowed * plan.calls) / Math.log(1 / passAlpha);
      const seed = 1 + first * 100 + second * 10 + third;
      const verdictOfNext = goingOn(plan, meanBurst, multiple, 1);
      return cellTask(name, seed, 2000, multiple > 1, verdictOfNext, (meanBurst ?? 1) / resolutionCalls);
    }),
  ),
);

const furtherTasks = plans.slice(0, 2).flatMap((plan, first) =>
  ([null, 1, 3] as const).flatMap((meanBurst, second) =>
    [0.25, 0.5, 0.7, 0.99, 1.01, 2, 3].map((multiple, third) => {
      const name = `goes on, ${plan.name}, mean ${meanBurst ?? 'none'}, ${multiple} × 1 % slow`;
      const seed = 50_000 + first * 1000 + second * 100 + third;
      return cellTask(name, seed, 2000, multiple > 1, goingOn(plan, meanBurst, multiple, loadsMost));
    }),
  ),
);

/** The same load again, up to `most` times, as long as nothing but calls is missing: the rule of a gate that goes on. */
function goingOn(plan: Plan, meanBurst: number | null, multiple: number, most: number) {
  return (random: Random) => {
    const seen: Window[] = [];
    return verdictOfGoingOn(most, (loads, more, times) => {
      seen.push(simulateWindow(random, plan.calls * more, allowed * multiple, meanBurst));
      const longer = { ...plan, durationMs: plan.durationMs * times };
      return judgeLatency(measurementOf(longer, joined(seen)), faultless, expectationOf(longer, loads));
    });
  };
}

/** Every call of some connections is slow: a slow backend behind a balancer. */
const connectionTasks = plans.slice(0, 2).flatMap((plan, first) =>
  [1 / 40, 1 / 60, 1 / 70, 1 / 99, 1 / 200].map((share, second) => {
    const name = `connections, ${plan.name}, 1 of ${Math.round(1 / share)} slow`;
    return cellTask(name, 70_000 + first * 100 + second, 2000, share > allowed, (random) => {
      const seen = simulateConnections(random, plan.calls, share);
      return judgeLatency(measurementOf(plan, seen), faultless, expectationOf(plan)).verdict;
    });
  }),
);

export const bench: Bench<Cell> = {
  isRepeated: false,
  taskOf: ({ name }) => name,
  tasks: [...burstTasks, ...furtherTasks, ...connectionTasks, ...disturbedTasks, ...hiddenTasks],
  page,
};

function page(cells: readonly Cell[]): string {
  const of = (kind: string) => cells.filter(({ name }) => name.startsWith(kind));
  const isNear = ({ resolved }: Cell) => resolved !== null && resolved <= 0.1;
  const [over, under] = [true, false].map((isOver) =>
    of('bursts').filter(({ isOverLimit }) => isOverLimit === isOver),
  );
  const [inBursts, alone] = [true, false].map((isBurst) =>
    of('goes on').filter(({ name }) => name.includes('mean 3') === isBurst),
  );
  return `# How often the latency rule is wrong

\`node bench/run.mjs latency-rule\` simulates windows whose truth is known, with fixed seeds, and has the rule of
\`checks/latency\` judge "p99 under 20 ms": 1 % of the calls may be slow.

- Wrong passes, bursts up to a tenth of the stall resolution: ${worst(over?.filter(isNear) ?? [])}; the aim is 1 %.
- Wrong fails, bursts of any length: ${worst(under ?? [])}.
- Wrong verdicts of a load that goes on while calls are missing, up to ${loadsMost} loads, where slow calls come alone: ${worst(alone ?? [])}; the aim is 1 %.
- The same in bursts of 3 calls on average, more than a tenth of what a quick run resolves: ${worst(inBursts ?? [])}.
- Wrong verdicts where every call of some connections is slow: ${worst(of('connections'))}; the aim is 1 %.
- Wrong verdicts where the seconds are left out that other programs disturbed: ${worst(of('left out'))}.
- Wrong fails where bursts are hidden among calls that are slow by the error of measurement alone: ${worst(of('at the limit'))}; the aim is 1 %.

*bursts*: one endpoint at 119 calls/s for 13 s (quick), 106 calls/s for 64 s (standard) and for 530 s (thorough). The true
share of slow calls is a multiple of 1 %; they come in bursts whose lengths are geometric, with a mean in calls that stands
also as a part of the stall resolution the run states. *goes on*: the same windows, up to ${loadsMost} one after the other, judged after each. *connections*: every call of one connection in so many is slow; five of sixteen calls open one each, the others share some twenty that last.
*left out*: up to 4 standard windows, in which other programs disturb the generator for 3 or 8 s of 10: meanwhile 12 % of the calls are misread by
6 ms, or half of them by 12 ms (much). Some services are slow only then. *at the limit*: most calls take 0.05 or 0.15 ms less than the limit and are read 0.18 ms longer on average; the slow ones take 60 ms.

${table(
  ['windows', 'of the resolution', '**pass**', '**fail**', 'open'],
  cells.map(({ name, isOverLimit, resolved, windows, pass, fail }) => [
    `${name}: ${isOverLimit ? 'over' : 'under'}`,
    resolved?.toFixed(2) ?? '',
    ...[pass, fail, windows - pass - fail].map((count) => percent(count / windows, 2)),
  ]),
)}`;
}

function worst(cells: readonly Cell[]): string {
  const wrongs = cells.map(({ isOverLimit, pass, fail, windows }) => ({
    wrong: isOverLimit ? pass : fail,
    windows,
  }));
  const { wrong, windows } = wrongs.reduce((a, b) => (b.wrong / b.windows > a.wrong / a.windows ? b : a));
  const upper = upperBound(wrong, windows, 0.05);
  return `at most **${percent(wrong / windows, 2)}** in any row (95 % upper bound ${percent(upper, 2)})`;
}
