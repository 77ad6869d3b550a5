import { add, distinct, eitherKnown, mergeMaps } from '../checks/add-up.ts';
import { addCalls } from '../checks/calls/calls.ts';
import { addSizeLimits } from '../checks/calls/size-limit.ts';
import { sumOf } from '../checks/statistics/samples.ts';
import { addTallies } from '../checks/tally.ts';
import type { MachineSlice } from '../dist/facts-types.ts';
import { type Machine, unknownSlice, worstOf } from '../schemas/machine.ts';
import { type BeforeLoad, type Facts, takenOffMostMs } from './facts.ts';
import type { Figures } from './read-metrics.ts';

/** Combines what several runs of k6 saw, at the same time or one after the other. */
export function addSeen(parts: readonly Facts[]) {
  return {
    before: parts.flatMap(({ before }) => before ?? []).reduce(addBefore),
    metrics: parts.map(({ metrics }) => metrics).reduce((one, other) => mergeMaps(one, other, addFigures)),
    crossed: distinct(parts.flatMap(({ crossed }) => crossed)),
    machine: parts.map(({ machine }) => machine).reduce(addMachines),
    machineSlices: parts.map(({ machineSlices }) => machineSlices).reduce(worstSlices),
    evidence: parts.flatMap(({ evidence }) => evidence),
    problems: distinct(parts.flatMap(({ problems }) => problems)),
  };
}

/** Combines what came before the loads of several generators, or before successive loads. */
export function addBefore(one: BeforeLoad, other: BeforeLoad): BeforeLoad {
  const pairsIn = ({ space }: BeforeLoad) => sumOf(space, ({ pairs }) => pairs.tried);
  // Only one generator sends all of the space, and so sees all kinds of answers.
  const { space, answers } = pairsIn(other) > pairsIn(one) ? other : one;
  return {
    endedAtMs: Math.max(one.endedAtMs, other.endedAtMs),
    reachable: one.reachable && other.reachable,
    tally: addTallies(one.tally, other.tally),
    calls: addCalls(one.calls, other.calls),
    observations: mergeMaps(one.observations, other.observations, (here, there) =>
      mergeMaps(here, there, (a, b) => ({
        counts: mergeMaps(a.counts, b.counts, add),
        more: a.more + b.more,
      })),
    ),
    errors: mergeMaps(one.errors, other.errors, (here, there) =>
      mergeMaps(here, there, (a, b) => ({ ...a, count: a.count + b.count })),
    ),
    tokenProbes: mergeMaps(one.tokenProbes, other.tokenProbes, (a, b) => mergeMaps(a, b, add)),
    answers,
    space,
    refusedClasses: distinct([...one.refusedClasses, ...other.refusedClasses]),
    sizeLimit: eitherKnown(one.sizeLimit ?? null, other.sizeLimit ?? null, addSizeLimits),
    roundTrip: bothKnown(one.roundTrip, other.roundTrip, (a, b) => mergeMaps(a, b, Math.max)),
    networkTakenOffMs: Math.min(one.networkTakenOffMs, other.networkTakenOffMs),
    networkTakenOffMostMs: Math.max(takenOffMostMs(one), takenOffMostMs(other)),
    warmUp: bothKnown(one.warmUp, other.warmUp, (a, b) => ({
      durationMs: Math.max(a.durationMs, b.durationMs),
      settled: a.settled && b.settled,
    })),
  };
}

/** Adds counts. For a percentile it takes the highest, because that of all calls is no higher. */
function addFigures(a: Figures, b: Figures): Figures {
  const ofBoth = (figure: string, one = 0, other = 0) =>
    figure === 'count' ? one + other : Math.max(one, other);
  const figures = Object.keys({ ...a, ...b });
  return Object.fromEntries(figures.map((figure) => [figure, ofBoth(figure, a[figure], b[figure])]));
}

/** The worst of each slice for machines watched at the same time: a slice is disturbed if any machine was. */
function worstSlices(one: readonly MachineSlice[], other: readonly MachineSlice[]): MachineSlice[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, at) =>
    worstOf(one[at] ?? unknownSlice, other[at] ?? unknownSlice),
  );
}

/** The worst of each figure, or null if one machine does not know it; cores are added. */
function addMachines({ os, ...one }: Machine, { os: otherOs, ...other }: Machine): Machine {
  return {
    ...mergeMaps<keyof typeof one, number | null>(one, other, (a, b) =>
      bothKnown(a, b, (here, there) => Math.max(Math.abs(here), Math.abs(there))),
    ),
    os: distinct([...os.split(', '), ...otherOs.split(', ')]).join(', '),
    cores: bothKnown(one.cores, other.cores, add),
  };
}

function bothKnown<T>(one: T | null, other: T | null, join: (one: T, other: T) => T): T | null {
  return one === null || other === null ? null : join(one, other);
}
