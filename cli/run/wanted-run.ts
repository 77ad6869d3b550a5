import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { unmetByPlan } from '../../checks/latency/conditions.ts';
import { type LoadChosen, type PlannedRun, planRun } from '../../checks/resolve-load.ts';
import { duration } from '../../checks/wording.ts';
import { isLoopback } from '../../schemas/base-url.ts';
import type { Contract } from '../../schemas/contract.ts';
import { ratePerCore, sliceCount, withoutBackups } from '../../schemas/load-plan.ts';
import { readChosen, standardProfile } from '../../schemas/profiles.ts';
import { durationOrNoneSetting, given, settingIn } from '../../schemas/run-settings.ts';
import { type Scenario, scenarioNamed } from '../../schemas/scenarios.ts';
import { loadContract } from '../contract/read-contract.ts';
import { refuse, UsageError } from '../exit-status.ts';
import { readComparedTarget, readTarget } from '../target.ts';
import { readTransport, type TransportOptions } from '../transport.ts';

export type ScenarioOptions = TransportOptions & { readonly k6Out?: readonly string[] } & {
  readonly [Name in 'baseUrl' | 'compare' | 'contract' | 'out' | 'pushGateway']?: string;
} & { readonly [Name in 'profile' | 'rate' | 'duration' | 'seed' | 'within']?: string } & {
  readonly [Name in 'embedded' | 'advisory' | 'nice' | 'yes']?: boolean;
};

export type WantedRun = Awaited<ReturnType<typeof readWantedRun>>;

/** Throws UsageError before anything is sent. */
export async function readWantedRun(scenario: Scenario, chosen: ScenarioOptions, env: NodeJS.ProcessEnv) {
  const options: ScenarioOptions = { ...settingsIn(env), ...chosen };
  if (/(^|,)cloud\b/.test(options.k6Out?.join(',') ?? env['K6_OUT'] ?? ''))
    throw new UsageError(
      '--k6-out cloud and K6_OUT=cloud: Grafana Cloud k6 is not supported. See docs/monitoring.md.',
    );
  const wantedMs = settingIn('--within', options.within ?? null, durationOrNoneSetting, refuse);
  const { seed, ...wanted } = readChosen(
    (name) => options[name.toLowerCase() as 'profile' | 'rate' | 'duration' | 'seed'] ?? null,
    (name, problem) => refuse(`--${name.toLowerCase()} or ${name}`, problem),
  );
  const target = readTarget(options, env);
  const counterpart = scenario.compares === true ? readComparedTarget(options.compare, target, env) : null;
  const isCompared = counterpart !== null;
  if (isCompared && wantedMs !== null)
    throw new UsageError('--within: the error rates of a comparison allow for one load only.');
  const transport = await readTransport(options, target === null ? {} : env);
  const contract = await loadContract(options.contract, env);
  const machine = { cores: availableParallelism(), isCompared };
  const plan = plannedLoad(scenario, wanted, contract.contract, machine);
  const further = plannedLoad(scenarioNamed('load'), wanted, withoutBackups(contract.contract), machine);
  const goesOn = scenario.compares === true && !isCompared;
  const withinMs = goesOn ? (wantedMs ?? (wanted.durationMs === null ? defaultWithinMs : 0)) : 0;
  if (wantedMs !== null && wantedMs > 0 && wantedMs < longestMs(plan))
    throw new UsageError(
      `--within ${options.within}: one load, with what precedes it, may take ${duration(longestMs(plan))}. Allow as much, choose a smaller --profile, or give 0 for one load whatever it takes.`,
    );
  const loadsMost = loadsWithin(withinMs, further);
  // Further loads are pointless if even all of them together could not pass.
  const mayPass = plan.load === null || unmetByPlan(plan.load, contract.contract, loadsMost) === null;
  return {
    scenario,
    options,
    seed: seed ?? randomInt(2 ** 32),
    /** null: the embedded reference service. */
    target,
    counterpart,
    transport,
    contract,
    plan,
    /** The run ends within this time if it makes more than one pass through the plan. */
    withinMs,
    loadsMost: mayPass || wantedMs !== null ? loadsMost : 1,
    /** The plan of a further load and what precedes it, as long as the first. It creates no more backups. */
    further,
  };
}

const defaultWithinMs = 360_000;

/** The variables that plain k6 reads too. */
function settingsIn({ PROFILE, RATE, DURATION, SEED }: NodeJS.ProcessEnv): ScenarioOptions {
  const settings = { profile: PROFILE, rate: RATE, duration: DURATION, seed: SEED };
  return Object.fromEntries(Object.entries(settings).filter(([, text]) => given(text) !== null));
}

/** Whether the load generator takes priority over other programs. Not on the service's own machine, where it would delay the service. */
export function wantsPriority({ target, options }: Pick<WantedRun, 'target' | 'options'>): boolean {
  return options.nice ?? (target !== null && !isLoopback(target.baseUrl));
}

/** The plan of a run on this machine. Unless somebody chose the rate, it is at most one at which these cores can time requests. */
export function plannedLoad(
  scenario: Scenario,
  { profile = standardProfile, rate = null, durationMs = null }: Partial<LoadChosen>,
  contract: Contract,
  { cores, isCompared }: { readonly cores: number; readonly isCompared: boolean },
) {
  const fairRate = ratePerCore * cores;
  const isCapped = rate === null && contract.rate === undefined && profile.load.rate > fairRate;
  const settled = { profile, rate: isCapped ? fairRate : rate, durationMs, hasControl: true };
  const planned = planRun(scenario, settled, isCompared, contract);
  return { ...planned, profile: profile.name, isRateGiven: rate !== null };
}

/** Time for the last answers and the report. */
const endingMs = 5000;
/** Extra time for a busy machine: k6 itself normally ends each phase long before. */
const slackMs = 55_000;

export function longestMs({ conformance, load, comparison }: PlannedRun): number {
  const besidesMs = conformance.budgetMs + (load?.settleAtMostMs ?? 0) + (comparison?.mostMs ?? 0);
  return besidesMs + shortestMs(load) + endingMs;
}

export function mostMsOf(plan: PlannedRun): number {
  return longestMs(plan) + slackMs;
}

function shortestMs(load: PlannedRun['load']): number {
  return load === null ? 0 : 2 * load.settleMs + load.warmUpMs + load.measureMs;
}

/** A further load decides something if it is at least this part of those before it. */
const leastFurther = 0.25;
/** k6 keeps figures of every call in memory, so no further load is longer. */
const mostFurtherMs = 1_800_000;

/**
 * How long to measure in a further load after `soFarMs` of measured time, if it must end within `leftMs`: as long as before, or all the
 * time that is left if no other load would follow. null: too little time is left.
 */
export function furtherMs(soFarMs: number, leftMs: number, further: Further): number | null {
  const besides = furtherPlan(further, 0);
  const roomMs = Math.floor(leftMs - longestMs(besides));
  if (besides.load === null || leftMs < leastFurtherMs(soFarMs, further)) return null;
  const afterMs = roomMs - soFarMs - shortestMs(besides.load);
  const isLast = afterMs < leastFurther * 2 * soFarMs;
  return Math.min(mostFurtherMs, isLast ? roomMs : soFarMs);
}

/** The time that the shortest further load worth making may take, with what precedes it. */
export function leastFurtherMs(soFarMs: number, further: Further): number {
  return Math.ceil(longestMs(furtherPlan(further, leastFurther * soFarMs)));
}

/** The most loads that fit into a time. */
export function loadsWithin(withinMs: number, further: Further): number {
  let [made, soFarMs, leftMs] = [1, further.load?.measureMs ?? 0, withinMs - shortestMs(further.load)];
  for (;;) {
    const nextMs = furtherMs(soFarMs, leftMs, further);
    if (nextMs === null) return made;
    made += 1;
    soFarMs += nextMs;
    leftMs -= shortestMs(furtherPlan(further, nextMs).load);
  }
}

type Further = WantedRun['further'];

/** A further load of this length. */
export function furtherPlan({ load, ...further }: Further, measureMs: number): Further {
  return { ...further, load: load && { ...load, measureMs, sliceMs: measureMs / sliceCount } };
}
