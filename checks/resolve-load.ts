import type { Contract } from '../schemas/contract.ts';
import {
  backupsOf,
  callsAskingToken,
  type LoadShape,
  type ResolvedLoad,
  sliceCount,
  virtualUsers,
} from '../schemas/load-plan.ts';
import { type ConformancePlan, type Profile, pacedPlan, preflightPlan } from '../schemas/profiles.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import { type ComparisonPlan, comparisonPlan } from './comparison/comparison-plan.ts';
import { allowedShare, decidingPercentile, limitMsOf, passAlpha } from './latency/expectation.ts';
import { stallResolutionMs, sumOf } from './statistics/samples.ts';

/** What a run of a scenario will send; `load` and `comparison` are null if there is none. */
export interface PlannedRun {
  readonly conformance: ConformancePlan;
  readonly load: ResolvedLoad | null;
  readonly comparison: ComparisonPlan | null;
}

/** The plan of a run as data. The command line decides it and passes it to the script; plain k6 decides it by itself. */
export interface SettledRun extends PlannedRun {
  readonly profile: string;
  /** Whether the rate was chosen by somebody, not by the profile or for the machine. */
  readonly isRateGiven: boolean;
  /** The same seed makes the same requests; null: chosen when the run starts. */
  readonly seed: number | null;
}

export function planRun(
  scenario: Scenario,
  chosen: LoadChosen,
  isCompared: boolean,
  contract: Contract,
): PlannedRun {
  const before = scenario.conformance === 'full' ? chosen.profile.conformance : preflightPlan;
  const durationMs = chosen.durationMs ?? scenario.durationMs ?? null;
  const { load: shape } = scenario;
  const load = shape === null ? null : resolveLoad(shape, { ...chosen, durationMs }, before, contract);
  const asking = sumOf(Object.values(callsAskingToken(before.backup, contract)), (calls) => calls);
  const paced = pacedPlan(before, chosen.rate ?? contract.rate ?? null, asking);
  return {
    conformance: { ...paced, backup: backupsOf(before.backup, 0, contract).before },
    load,
    comparison: load === null || !isCompared ? null : comparisonPlan(chosen.profile, load),
  };
}

/** Choices for a load; null: decided by the contract, or else by the scenario or the profile. */
export interface LoadChosen {
  readonly profile: Profile;
  readonly rate: number | null;
  readonly durationMs: number | null;
  readonly hasControl: boolean;
}

export function resolveLoad(
  shape: LoadShape,
  { profile, rate: chosenRate, durationMs, hasControl }: LoadChosen,
  before: ConformancePlan,
  contract: Contract,
): ResolvedLoad {
  const plan = profile.load;
  const rate = chosenRate ?? contract.rate ?? plan.rate;
  const measureMs = durationMs ?? plan.measureMs;
  const maxStallMs = contract.latency?.maxStallMs ?? wantedStallMs(plan.maxStallMs, durationMs, contract);
  return {
    ...plan,
    shape,
    rate,
    measureMs,
    backups: backupsOf(before.backup, plan.backups, contract).underLoad,
    maxStallMs,
    virtualUsers,
    sliceMs: measureMs / sliceCount,
    hasControl,
  };
}

/** A shorter load reveals only shorter stalls. A stall is never shorter than the limit. */
function wantedStallMs(planned: number, durationMs: number | null, contract: Contract): number {
  const percentile = decidingPercentile(contract);
  if (durationMs === null || typeof percentile !== 'number') return planned;
  const visible = stallResolutionMs(allowedShare(percentile), durationMs, passAlpha);
  return Math.min(planned, Math.max(limitMsOf(contract), Math.floor(visible)));
}
