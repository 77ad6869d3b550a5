import { failedOutcome } from '../checks/calls/calls.ts';
import { mayBeDecided } from '../checks/latency/expectation.ts';
import { isNoisy, pointsToFail, timesToDecide } from '../checks/latency/judge-latency.ts';
import { errorBudgetCheck } from '../checks/run-checks.ts';
import { sumOf } from '../checks/statistics/samples.ts';
import type { LoadsMade } from '../dist/facts-types.ts';
import { dueCalls, sliceCount } from '../schemas/load-plan.ts';
import { unknownSlice } from '../schemas/machine.ts';
import { addBefore, addSeen } from './add-facts.ts';
import { type BeforeLoad, type Facts, nothingToLoad } from './facts.ts';
import { outcomeOf } from './outcome.ts';
import type { EndpointResult, Report } from './report.ts';
import { decides } from './verdict.ts';

/** Combines the facts of a run's successive loads as if they were one longer load. */
export function addLoads(loads: readonly [Facts, ...Facts[]]): Facts {
  const [first] = loads;
  const { plan, run } = first;
  const made = loads.length;
  const loadsMs = loads.map((one) => one.plan.load?.measureMs ?? 0);
  const load = plan.load && { ...plan.load, measureMs: sumOf(loadsMs, Number), loadsMs };
  const seen = addSeen(loads.map(inWindowOfAll));
  return {
    ...first,
    ...seen,
    run: { ...run, durationMs: sumOf(loads, (one) => one.run.durationMs) },
    plan: { ...plan, load, loads: { most: Math.max(made, plan.loads.most), made } },
    before: { ...seen.before, endedAtMs: first.before?.endedAtMs ?? seen.before.endedAtMs },
    machine: { ...seen.machine, cores: first.machine.cores },
    machineSlices: loads.flatMap(({ machineSlices }) =>
      Array.from({ length: sliceCount }, (_, at) => machineSlices[at] ?? unknownSlice),
    ),
    isAligned: loads.every(({ isAligned }) => isAligned),
  };
}

/** Adds a further load before which no call succeeded: its answers are judged too, and its time counts if the service was down. */
export function addVainCalls(facts: Facts, { before: further, plan: { load } }: Facts): Facts {
  const { before, run } = facts;
  if (before === null || further === null) return facts;
  const vanished = load !== null &&
    allEndIn(failedOutcome, further) && { calls: Math.round(dueCalls(load)), ms: load.measureMs };
  const { tally, calls, errors, observations, tokenProbes } = addBefore(before, further);
  return {
    ...facts,
    run: vanished ? { ...run, vanished } : run,
    before: { ...before, tally, calls, errors, observations, tokenProbes },
  };
}

/** Whether all calls failed in this way. Refusals point to the token or the address, failures to the service. */
function allEndIn(failure: RegExp, { reachable, calls }: BeforeLoad): boolean {
  const outcomes = Object.values(calls).flatMap((counts) => Object.keys(counts.outcomes));
  return !reachable || (outcomes.length > 0 && outcomes.every((outcome) => failure.test(outcome)));
}

/** How a gateway or the service itself answers while the service starts. HTTP 500 comes from a service that runs. */
const passingOutcome = /^(HTTP 50[234]|timeout|unreachable|reset)$/;

/** Whether a run may begin again because the service was not there yet. Later answers must not hide an ambiguous one. */
export function shouldBeginAgain(report: Report, { before }: Facts): boolean {
  if (outcomeOf(report) !== 'inconclusive' || before === null) return false;
  const isAmbiguous = report.findings.some((one) => decides(one) && (one.outcomes?.undecided ?? 0) > 0);
  return nothingToLoad(before) && allEndIn(passingOutcome, before) && !isAmbiguous;
}

/** Renumbers one load's slices for the combined window. */
function inWindowOfAll(facts: Facts, index: number): Facts {
  const placed = Object.entries(facts.metrics).map(([key, figures]) => {
    const place = key.replace(/slice:(\d+)/, (_, slice) => `slice:${index * sliceCount + Number(slice)}`);
    return [place, figures] as const;
  });
  return { ...facts, metrics: Object.fromEntries(placed) };
}

/** Whether another load may decide: the remaining loads may be enough for all endpoints to pass, or for one to fail. */
export function shouldGoOn(report: Report, loads: LoadsMade): boolean {
  const { findings, causes, endpoints } = report;
  const open = findings.filter(decides);
  const isOfFindings = causes.every((cause) => open.some(({ check }) => check === cause.check));
  if (outcomeOf(report) !== 'inconclusive' || !isOfFindings) return false;
  const times = open.map(({ check, samples, floor }) => {
    if (check === errorBudgetCheck.id && floor > samples) return floor / samples;
    // A further load creates no backups.
    const endpoint = endpoints.find(({ name }) => name !== 'backup' && `${name}-latency` === check);
    return endpoint === undefined ? timesToDecide([]) : timesIfQuiet(endpoint.latency);
  });
  // A quieter load may show that an endpoint is too slow. Then it does not matter what keeps the others from a pass.
  const failing = endpoints.filter(
    ({ name, latency }) =>
      pointsToFail(latency.conditions) ||
      (name !== 'backup' && latency.verdict === 'inconclusive' && isNoisy(latency.conditions)),
  );
  return mayBeDecided(
    loads,
    Math.min(Math.max(...times), ...failing.map(({ latency }) => timesIfQuiet(latency))),
  );
}

/** How many times longer the load must be to decide, if a further one may be free of what disturbed it. */
function timesIfQuiet({ conditions, quiet }: EndpointResult['latency']): number {
  const share = quiet === undefined ? 1 : quiet.seconds / (quiet.seconds + quiet.leftOut.seconds);
  return 1 + (timesToDecide(conditions) - 1) * share;
}

/**
 * Why no load follows one that left the run undecided; null: it was decided, or only one load was wanted. `noRoom`: why no other would
 * end in time; null: it would.
 */
export function whyNoMore(report: Report, loads: LoadsMade, noRoom: string | null): string | null {
  if (outcomeOf(report) !== 'inconclusive' || (loads.most === 1 && noRoom === null)) return null;
  if (report.load === null) return 'There was no load: the valid calls before it did not succeed.';
  return noRoom !== null && (loads.made === loads.most || shouldGoOn(report, loads))
    ? `The run ends here: ${noRoom}.`
    : 'More load would probably not settle it, so the run ends here.';
}
