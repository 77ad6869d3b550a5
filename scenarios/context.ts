import type { Check } from '../checks/check.ts';
import type { Declared } from '../checks/meaning/meaning.ts';
import type { SettledRun } from '../checks/resolve-load.ts';
import type { RunPlan } from '../reports/facts.ts';
import type { Redact } from '../reports/secrets/redact.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import type { Settings } from './settings.ts';

/** Everything decided before the first request, for every virtual user. */
export interface UserContext extends Declared, SettledRun {
  readonly scenario: Scenario;
  readonly settings: Settings;
}

/** The user context plus what is needed outside virtual users. */
export interface RunContext extends UserContext {
  readonly checks: readonly Check[];
  /** The plan as recorded in the facts. */
  readonly planned: RunPlan;
  readonly redact: Redact;
}
