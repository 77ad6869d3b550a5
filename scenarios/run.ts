import exec from 'k6/execution';
import askingInTurns from '#part/comparison/ask-in-turns';
import outsideLoad from '#part/outside-load';
import { checksFor } from '../checks/catalogue.ts';
import { comparisonPlan } from '../checks/comparison/measurement.ts';
import { resolveLoad } from '../checks/resolve-load.ts';
import { backupsBefore } from '../schemas/load-plan.ts';
import { pacedPlan, preflightPlan } from '../schemas/profiles.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import { type CounterpartSetting, readCounterpart } from './comparison/counterpart.ts';
import { comparisonMetrics } from './comparison/metrics.ts';
import { makeCalls } from './load/make-calls.ts';
import { countAndThrow } from './load/metrics.ts';
import type { OutsideLoad } from './outside-load.ts';
import type { UserContext } from './run-context.ts';
import { outFolder, readSettings, readToken, type Settings } from './settings.ts';
import type { HandedOn } from './setup-data.ts';

/** What k6 runs. Outside of the virtual users it has more: `__VU` is 0 there, where options, setup() and the summary belong. */
export interface ScenarioScript extends Partial<OutsideLoad> {
  readonly load: (data: HandedOn | undefined) => Promise<void>;
  readonly compare: (data: HandedOn) => Promise<void>;
}

export async function defineRun(scenario: Scenario): Promise<ScenarioScript> {
  const token = await readToken();
  const setting = scenario.compares === true ? await readCounterpart(token) : noCounterpart;
  const context = contextOf(scenario, readSettings(token, __VU === 0 ? outFolder() : ''), setting);
  const outside = __VU === 0 ? outsideLoad().outsideLoad(context) : {};
  const metrics = context.comparison === null ? null : comparisonMetrics();
  return {
    ...outside,
    load: async (data) => {
      if (data === undefined) exec.test.abort('setup() did not run: see the report');
      else await makeCalls(context, data).catch(countAndThrow);
    },
    compare: (data) => askingInTurns().askInTurns(context, metrics, data).catch(countAndThrow),
  };
}

const { contract, validators } = HARNESS_RUN;
const noCounterpart: CounterpartSetting = { counterpart: null, problems: [] };

function contextOf(
  scenario: Scenario,
  given: Settings,
  { counterpart, problems }: CounterpartSetting,
): UserContext {
  const durationMs = given.durationMs ?? scenario.durationMs ?? null;
  const settings = { ...given, durationMs, problems: [...given.problems, ...problems] };
  const plan = scenario.conformance === 'full' ? settings.profile.conformance : preflightPlan;
  const load =
    scenario.load === null
      ? null
      : resolveLoad(scenario.load, { ...settings, hasControl: settings.companion !== null }, plan, contract);
  return {
    scenario,
    settings,
    plan: {
      ...pacedPlan(plan, settings.rate ?? contract.rate ?? null),
      backup: backupsBefore(plan, contract),
    },
    load,
    counterpart,
    comparison: load === null || counterpart === null ? null : comparisonPlan(settings.profile, load),
    checks: checksFor(contract, validators),
    contract,
    validators,
  };
}
