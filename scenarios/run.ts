import exec from 'k6/execution';
import askingInTurns from '#part/comparison/ask-in-turns';
import outsideLoad from '#part/outside-load';
import { checksFor } from '../checks/catalogue.ts';
import { comparisonPlan } from '../checks/comparison/comparison-measurement.ts';
import { resolveLoad } from '../checks/resolve-load.ts';
import type { Contract } from '../schemas/contract.ts';
import { backupsBefore } from '../schemas/load-plan.ts';
import { pacedPlan, preflightPlan } from '../schemas/profiles.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import { comparisonMetrics } from './comparison/comparison-metrics.ts';
import { countAndThrow } from './load/k6-metrics.ts';
import { makeCalls } from './load/make-calls.ts';
import type { OutsideLoad } from './outside-load.ts';
import type { UserContext } from './run-context.ts';
import { readSettings, type Settings } from './settings.ts';
import type { HandedOn } from './setup-data.ts';

/** What k6 runs. Options, setup() and the summary are there only where `__VU` is 0: outside of the virtual users. */
export async function defineRun(scenario: Scenario) {
  const context = contextOf(scenario, await readSettings(scenario.compares === true));
  const outside: Partial<OutsideLoad> = __VU === 0 ? outsideLoad().outsideLoad(context) : {};
  const metrics = context.comparison === null ? null : comparisonMetrics();
  return {
    ...outside,
    load: async (data: HandedOn | undefined) => {
      if (data === undefined) exec.test.abort('setup() did not run: see the report');
      else await makeCalls(context, data).catch(countAndThrow);
    },
    compare: (data: HandedOn) => askingInTurns().askInTurns(context, metrics, data).catch(countAndThrow),
  };
}

function contextOf(scenario: Scenario, settings: Settings): UserContext {
  const { profile, companion, counterpart, problems } = settings;
  const { validators } = HARNESS_RUN;
  // Where there are problems nothing is sent, and one of them is a contract that holds the token.
  const contract: Contract = problems.length === 0 ? HARNESS_RUN.contract : { version: 1 };
  const plan = scenario.conformance === 'full' ? profile.conformance : preflightPlan;
  const durationMs = settings.durationMs ?? scenario.durationMs ?? null;
  const chosen = { ...settings, durationMs, hasControl: companion !== null };
  const load = scenario.load === null ? null : resolveLoad(scenario.load, chosen, plan, contract);
  return {
    scenario,
    settings,
    plan: {
      ...pacedPlan(plan, settings.rate ?? contract.rate ?? null),
      backup: backupsBefore(plan, contract),
    },
    load,
    comparison: load === null || counterpart === null ? null : comparisonPlan(profile, load),
    checks: checksFor(contract, validators),
    contract,
    validators,
  };
}
