import { failedOutcome } from '../checks/calls/calls.ts';
import { longestTimes } from '../checks/latency/conditions.ts';
import { type LoadsMade, mayBeDecided } from '../checks/latency/expectation.ts';
import { errorBudgetCheck } from '../checks/run-checks.ts';
import { sumOf } from '../checks/statistics/samples.ts';
import { dueCalls, sliceCount } from '../schemas/load-plan.ts';
import { unknownSlice } from '../schemas/machine.ts';
import { addBefore, addFigures, addSeen } from './add-facts.ts';
import type { BeforeLoad, Facts } from './facts.ts';
import type { Figures } from './read-metrics.ts';
import type { Report } from './report.ts';
import { decides } from './verdict.ts';

type Loads = readonly [Facts, ...Facts[]];

/** The facts of one run that made its load several times, as one longer load; at most `most` may be made. */
export function addLoads(loads: Loads, most: number): Facts {
  const [first] = loads;
  const { plan, run } = first;
  const made = loads.length;
  const load = plan.load && {
    ...plan.load,
    measureMs: plan.load.measureMs * made,
  };
  const seen = addSeen(loads.map(inWindowOfAll));
  return {
    ...first,
    ...seen,
    run: { ...run, durationMs: sumOf(loads, (one) => one.run.durationMs) },
    plan: { ...plan, load, loads: { ...plan.loads, most, made } },
    before: { ...seen.before, endedAtMs: first.before?.endedAtMs ?? seen.before.endedAtMs },
    machine: { ...seen.machine, cores: first.machine.cores },
    machineSlices: loads.flatMap(({ machineSlices = [] }) =>
      Array.from({ length: sliceCount }, (_, at) => machineSlices[at] ?? unknownSlice),
    ),
    isAligned: loads.every(({ isAligned }) => isAligned),
  };
}

/** The facts so far where no call succeeded before a further load: its answers are judged too. If the service was down, its time counts. */
export function addVainCalls(facts: Facts, { before: further, plan: { load } }: Facts): Facts {
  const { before, run } = facts;
  if (before === null || further === null) return facts;
  const vanished = load !== null &&
    isDown(further) && { calls: Math.round(dueCalls(load)), ms: load.measureMs };
  const { tally, calls, errors, observations, tokenProbes } = addBefore(before, further);
  return {
    ...facts,
    run: vanished ? { ...run, vanished } : run,
    before: { ...before, tally, calls, errors, observations, tokenProbes },
  };
}

/** Refusals point to the token or the address, failures to the service. */
function isDown({ reachable, calls }: BeforeLoad): boolean {
  const outcomes = Object.values(calls).flatMap((counts) => Object.keys(counts.outcomes));
  return !reachable || (outcomes.length > 0 && outcomes.every((outcome) => failedOutcome.test(outcome)));
}

/** One load's metrics by the slices of all loads together. Only the first warm-up stays. */
function inWindowOfAll(facts: Facts, index: number): Facts {
  const placed: Record<string, Figures> = {};
  for (const [key, figures] of Object.entries(facts.metrics)) {
    const [text = '', warmUp, number] = /slice:(w?)(\d+)/.exec(key) ?? [];
    if (warmUp === 'w' && index > 0) continue;
    const place = warmUp === '' ? key.replace(text, `slice:${index * sliceCount + Number(number)}`) : key;
    const known = placed[place];
    placed[place] = known === undefined ? figures : addFigures(known, figures);
  }
  return { ...facts, metrics: placed };
}

/** Whether making the load again may decide: only calls are missing, and the loads that are left may be enough. */
export function shouldGoOn(report: Report, loads: LoadsMade): boolean {
  const { verdict, run, findings, causes, endpoints } = report;
  const isOpen = verdict === 'inconclusive' && run.completeness === 'complete';
  const open = findings.filter(decides);
  const isOfFindings = causes.every((cause) => open.some(({ check }) => check === cause.check));
  if (!isOpen || open.length === 0 || !isOfFindings) return false;
  const times = open.map(({ check, samples, floor }) => {
    if (check === errorBudgetCheck.id && floor > samples) return floor / samples;
    // A further load creates no backups.
    const endpoint = endpoints.find(({ name }) => name !== 'backup' && `${name}-latency` === check);
    return longestTimes(endpoint?.latency.conditions ?? []);
  });
  return mayBeDecided(loads, Math.max(...times));
}

/** Why a load that left the run open goes on. */
export function whyMore({ endpoints }: Report): string {
  const [quiet] = endpoints.flatMap(({ latency }) => latency.quiet ?? []);
  if (quiet === undefined) return 'Too few calls to decide';
  const { seconds, leftOut } = quiet;
  return `Other programs disturbed this machine for ${Math.round(leftOut.seconds)} of ${Math.round(seconds + leftOut.seconds)} s, which leaves too few calls to decide`;
}

/** Why a load that left the run open does not go on; null: it was decided, or is made as often as it may be. */
export function whyNoMore({ verdict, run, load }: Report, { most, made }: LoadsMade): string | null {
  if (verdict !== 'inconclusive' || run.completeness !== 'complete') return null;
  if (load === null) return most > 1 ? 'There was no load: the valid calls before it did not succeed.' : null;
  return made < most ? 'More load would probably not settle it, so the run ends here.' : null;
}
