import type { Check } from '../checks/check.ts';
import type { ComparisonPlan } from '../checks/comparison/measurement.ts';
import type { RunPlan } from '../reports/facts.ts';
import type { Redact } from '../reports/redact.ts';
import type { Contract, DeclaredValidators } from '../schemas/contract.ts';
import type { ResolvedLoad } from '../schemas/load-plan.ts';
import type { PacedPlan } from '../schemas/profiles.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import type { Counterpart } from './comparison/counterpart.ts';
import type { Settings } from './settings.ts';

/** Everything settled before the first request. */
export interface RunContext extends UserContext {
  /** What the facts say of it. */
  readonly planned: RunPlan;
  readonly redact: Redact;
}

/** Of that what virtual users need too. */
export interface UserContext {
  readonly scenario: Scenario;
  readonly settings: Settings;
  readonly plan: PacedPlan;
  readonly load: ResolvedLoad | null;
  /** null: the service is compared with no other one. */
  readonly counterpart: Counterpart | null;
  readonly comparison: ComparisonPlan | null;
  readonly checks: readonly Check[];
  readonly contract: Contract;
  readonly validators: DeclaredValidators;
}
