import { type ComparisonPlan, comparisonPlan } from '../../checks/comparison/comparison-measurement.ts';
import { decidingPercentile, limitMsOf, passAlphaAt } from '../../checks/latency/expectation.ts';
import { canDecide, resolveLoad } from '../../checks/resolve-load.ts';
import type { Contract } from '../../schemas/contract.ts';
import { dueCalls, type ResolvedLoad, slotShare } from '../../schemas/load-plan.ts';
import { type PacedPlan, pacedPlan, preflightPlan, profiles } from '../../schemas/profiles.ts';
import type { Scenario } from '../../schemas/scenarios.ts';
import { UsageError } from '../exit-status.ts';

/** At a higher rate k6 itself reports too long a time for a 20 ms answer. */
const ratePerCore = 250;

/** What k6 is going to do, calculated in the same way as k6's script does. */
export interface PlannedLoad {
  readonly conformance: PacedPlan;
  /** Requests per second that these cores can time; null: the plan needs no more, or somebody chose the rate. */
  readonly cappedRate: number | null;
  /** null: the scenario has no load. */
  readonly load: ResolvedLoad | null;
  /** null: there is no other service to compare with. */
  readonly comparison: ComparisonPlan | null;
  readonly limitMs: number;
}

/** Whether so many of these loads can be enough for a pass, if nearly all calls are fast. */
export function loadsCanDecide(load: ResolvedLoad, contract: Contract, most: number, tries: number): boolean {
  const percentile = decidingPercentile(contract);
  const calls = most * Math.round(dueCalls(load) * slotShare('user', load));
  return percentile === 'every' || canDecide(percentile, calls, passAlphaAt({ most, made: most, tries }));
}

export function plannedLoad(
  scenario: Scenario,
  wanted: {
    readonly profile?: string | undefined;
    readonly rate?: number | null;
    readonly durationMs?: number | null;
  },
  contract: Contract,
  { cores, isCompared }: { readonly cores: number; readonly isCompared: boolean },
): PlannedLoad {
  const name = wanted.profile ?? 'standard';
  const profile = profiles.find((one) => one.name === name);
  if (profile === undefined)
    throw new UsageError(`--profile or PROFILE: must be ${profiles.map((one) => one.name).join(', ')}.`);
  const chosen = wanted.rate ?? null;
  const fairRate = ratePerCore * cores;
  const isCapped = chosen === null && contract.rate === undefined && profile.load.rate > fairRate;
  const cappedRate = isCapped ? fairRate : null;
  const rate = chosen ?? cappedRate;
  const before = scenario.conformance === 'full' ? profile.conformance : preflightPlan;
  const conformance = pacedPlan(before, rate ?? contract.rate ?? null);
  const durationMs = wanted.durationMs ?? scenario.durationMs ?? null;
  const settled = { profile, rate, durationMs, hasControl: true };
  const load = scenario.load === null ? null : resolveLoad(scenario.load, settled, conformance, contract);
  const comparison = load === null || !isCompared ? null : comparisonPlan(profile, load);
  return { conformance, cappedRate, load, comparison, limitMs: limitMsOf(contract) };
}
