import type { Check } from '../checks/check.ts';
import type { Declared } from '../checks/meaning/meaning.ts';
import type { SettledRun } from '../checks/resolve-load.ts';
import type { RunPlan } from '../reports/facts.ts';
import type { Redact } from '../reports/secrets/redact.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import type { Settings } from './settings.ts';

/** What is settled before the first request, for every virtual user. */
export interface UserContext extends Declared, SettledRun {
  readonly scenario: Scenario;
  readonly settings: Settings;
  readonly checks: readonly Check[];
}

/** The same with what is needed outside of virtual users. */
export interface RunContext extends UserContext {
  /** As the facts record it. */
  readonly planned: RunPlan;
  readonly redact: Redact;
}
