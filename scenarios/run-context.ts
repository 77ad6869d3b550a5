import type { Check } from '../checks/check.ts';
import type { ComparisonPlan } from '../checks/comparison/comparison-measurement.ts';
import type { RunPlan } from '../reports/facts.ts';
import type { Redact } from '../reports/secrets/redact.ts';
import type { Contract, DeclaredValidators } from '../schemas/contract.ts';
import type { ResolvedLoad } from '../schemas/load-plan.ts';
import type { PacedPlan } from '../schemas/profiles.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import type { Settings } from './settings.ts';

/** What is settled before the first request, for every virtual user. */
export interface UserContext {
  readonly scenario: Scenario;
  readonly settings: Settings;
  readonly plan: PacedPlan;
  readonly load: ResolvedLoad | null;
  readonly comparison: ComparisonPlan | null;
  readonly checks: readonly Check[];
  readonly contract: Contract;
  readonly validators: DeclaredValidators;
}

/** The same with what is needed outside of virtual users. */
export interface RunContext extends UserContext {
  /** As the facts record it. */
  readonly planned: RunPlan;
  readonly redact: Redact;
}
