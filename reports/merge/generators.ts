import type { Generator, LoadResult, Report } from '../report.ts';
import { highest, sum } from './totals.ts';

/** All machines together, each figure at its worst. */
export function mergeGenerators(generators: readonly [Generator, ...Generator[]]): Generator {
  const worst = (of: (generator: Generator) => number | null) => highest(generators.map(of));
  const least = (of: (generator: Generator) => number | null) => {
    const negative = highest(generators.map((generator) => negated(of(generator))));
    return negated(negative);
  };
  return {
    k6Version: distinct(generators.map(({ k6Version }) => k6Version)),
    os: distinct(generators.map(({ os }) => os)),
    cores: least(({ cores }) => cores),
    boxBusyShare: worst(({ boxBusyShare }) => boxBusyShare),
    generatorBusyShare: worst(({ generatorBusyShare }) => generatorBusyShare),
    throttledPeriods: worst(({ throttledPeriods }) => throttledPeriods),
    clockDriftMs: worst(({ clockDriftMs }) => (clockDriftMs === null ? null : Math.abs(clockDriftMs))),
    latenessP99Ms: worst(({ latenessP99Ms }) => latenessP99Ms),
    sendingP99Ms: worst(({ sendingP99Ms }) => sendingP99Ms),
    controlError: mergeControlErrors(generators.map(({ controlError }) => controlError)),
    roundTripFloorMs: least(({ roundTripFloorMs }) => roundTripFloorMs),
  };
}

function negated(value: number | null): number | null {
  return value === null ? null : -value;
}

function distinct(values: readonly string[]): string {
  return [...new Set(values)].join(', ');
}

/** Not known of all where it is not known of each. */
function mergeControlErrors(errors: readonly Generator['controlError'][]): Generator['controlError'] {
  const known = errors.flatMap((error) => error ?? []);
  if (known.length < errors.length) return null;
  return {
    samples: sum(known, ({ samples }) => samples),
    p50Ms: Math.max(...known.map(({ p50Ms }) => p50Ms)),
    p95Ms: Math.max(...known.map(({ p95Ms }) => p95Ms)),
    p99Ms: Math.max(...known.map(({ p99Ms }) => p99Ms)),
    maxMs: Math.max(...known.map(({ maxMs }) => maxMs)),
  };
}

/** What all generators asked together. */
export function mergeLoads(reports: readonly Report[]): LoadResult | null {
  const loads = reports.flatMap(({ load }) => load ?? []);
  const [first] = loads;
  if (first === undefined) return null;
  return {
    model: first.model,
    warmUpMs: Math.max(...loads.map(({ warmUpMs }) => warmUpMs)),
    measuredMs: Math.max(...loads.map(({ measuredMs }) => measuredMs)),
    offeredRate: sum(loads, ({ offeredRate }) => offeredRate),
    achievedRate: sum(loads, ({ achievedRate }) => achievedRate),
    droppedIterations: sum(loads, ({ droppedIterations }) => droppedIterations),
    virtualUsers: sum(loads, ({ virtualUsers }) => virtualUsers),
    promise: distinct(loads.map(({ promise }) => promise)),
  };
}
