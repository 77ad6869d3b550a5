import { type ComparisonPlan, comparisonPlan } from '../checks/comparison/plan.ts';
import { limitMsOf } from '../checks/latency/reading.ts';
import { resolveLoad } from '../checks/resolve-load.ts';
import type { Contract } from '../schemas/contract.ts';
import type { ResolvedLoad } from '../schemas/load-plan.ts';
import { type PacedPlan, type Profile, pacedPlan, preflightPlan, profiles } from '../schemas/profiles.ts';
import { parseDurationMs, parseRate } from '../schemas/run-settings.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import { UsageError } from './exit-status.ts';
import type { ScenarioOptions } from './run-scenario.ts';

/** Above this k6 itself reads a 20 ms answer too long. */
const ratePerCore = 250;

/** What k6 is going to do, worked out as it does that itself. */
export interface LoadPlanned {
  readonly profile: Profile;
  readonly conformance: PacedPlan;
  /** Requests per second that these cores can time; null where that is more than the plan or somebody chose the rate. */
  readonly cappedRate: number | null;
  /** null where there is none. */
  readonly load: ResolvedLoad | null;
  /** null: the service is compared with no other one. */
  readonly comparison: ComparisonPlan | null;
  readonly limitMs: number;
}

export function loadPlanned(
  scenario: Scenario,
  wanted: Pick<ScenarioOptions, 'profile' | 'rate' | 'duration'>,
  contract: Contract,
  { cores, baseUrl, isCompared }: { cores: number; baseUrl: string; isCompared: boolean },
): LoadPlanned {
  const profile = profileNamed(wanted.profile ?? 'standard');
  const chosen = wanted.rate === undefined ? null : parseRate(wanted.rate);
  const fair = ratePerCore * cores;
  const cappedRate = chosen === null && contract.rate === undefined && profile.load.rate > fair ? fair : null;
  const before = scenario.conformance === 'full' ? profile.conformance : preflightPlan;
  const conformance = pacedPlan(before, chosen ?? cappedRate ?? contract.rate ?? null);
  const durationMs = parseDurationMs(wanted.duration ?? '') ?? scenario.durationMs ?? null;
  const settled = { profile, rate: chosen ?? cappedRate, durationMs, baseUrl, hasControl: true };
  const load = scenario.load === null ? null : resolveLoad(scenario.load, settled, conformance, contract);
  const comparison = load === null || !isCompared ? null : comparisonPlan(profile, load);
  return { profile, conformance, cappedRate, load, comparison, limitMs: limitMsOf(contract) };
}

function profileNamed(name: string): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (found === undefined)
    throw new UsageError(
      `--profile or PROFILE: must be ${profiles.map((profile) => profile.name).join(', ')}.`,
    );
  return found;
}
