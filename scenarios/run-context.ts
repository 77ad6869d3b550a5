import type { Check } from '../checks/check.ts';
import type { ComparisonPlan } from '../checks/comparison/plan.ts';
import { nothingToLoad as nothingSeen, type RunPlan } from '../reports/facts.ts';
import type { Redact } from '../reports/redact.ts';
import type { DecidingJudgement } from '../reports/waivers.ts';
import type { Contract } from '../schemas/contract.ts';
import type { ResolvedLoad } from '../schemas/load-plan.ts';
import type { LoadShape } from '../schemas/load-shape.ts';
import type { ConformancePlan } from '../schemas/profiles.ts';
import type { Counterpart } from './comparison/counterpart.ts';
import type { Settings } from './settings.ts';
import type { SetupData } from './setup-data.ts';

/** What a scenario is: which parts it has, and whether its latency decides. */
export interface ScenarioDefinition {
  readonly name: string;
  /** full: everything the profile plans; preflight: enough to know that the right service is there. */
  readonly conformance: 'full' | 'preflight';
  readonly load: LoadShape | null;
  /** False where the load is beyond what anybody promised: latency is shown and does not decide. */
  readonly latencyDecides: boolean;
  readonly durationMs?: number;
  /** Whether it can compare the service with another one. */
  readonly compares?: boolean;
}

/** Everything settled before the first request. */
export interface RunContext {
  /** What the facts say of it. */
  readonly planned: RunPlan;
  readonly definition: ScenarioDefinition;
  readonly settings: Settings;
  readonly plan: ConformancePlan;
  readonly load: ResolvedLoad | null;
  /** null: the service is compared with no other one. */
  readonly counterpart: Counterpart | null;
  readonly comparison: ComparisonPlan | null;
  readonly checks: readonly Check[];
  readonly deciding: ReadonlySet<DecidingJudgement>;
  readonly contract: Contract;
  readonly redact: Redact;
}

/** True when there is nothing to load: the service is not there, or nothing of it ever succeeded. */
export function nothingToLoad({ reachable, records, problems }: SetupData): boolean {
  return problems.length > 0 || nothingSeen({ reachable, calls: records.calls });
}
