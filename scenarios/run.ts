import exec from 'k6/execution';
import askingInTurns from '#part/comparison/ask-in-turns';
import outsideLoad from '#part/outside-load';
import { planRun } from '../checks/resolve-load.ts';
import type { Contract } from '../schemas/contract.ts';
import { standardProfile } from '../schemas/profiles.ts';
import type { Scenario } from '../schemas/scenarios.ts';
import type { UserContext } from './context.ts';
import { countAndThrow, metrics } from './load/k6-metrics.ts';
import { makeCalls } from './load/make-calls.ts';
import { readSettings, type Settings } from './settings.ts';
import type { HandedOn } from './setup-data.ts';

/** What k6 runs. Options, setup() and the summary exist only outside virtual users, where `__VU` is 0. */
export async function defineRun(scenario: Scenario) {
  const context = contextOf(scenario, await readSettings(scenario.compares === true));
  return {
    ...(__VU === 0 ? outsideLoad().outsideLoad(context) : {}),
    load: async (data: HandedOn | undefined) => {
      if (data === undefined) exec.test.abort('setup() did not run: see the report');
      else await makeCalls(context, data).catch(countAndThrow);
    },
    compare: (data: HandedOn) => askingInTurns().askInTurns(context, metrics, data).catch(countAndThrow),
  };
}

function contextOf(scenario: Scenario, settings: Settings): UserContext {
  const { validators, run } = HARNESS_RUN;
  const { problems, chosen, counterpart } = settings;
  // With problems nothing is sent. The contract is not used then, because it may contain the token.
  const contract: Contract = problems.length === 0 ? HARNESS_RUN.contract : { version: 1 };
  const { profile, rate = null, durationMs = null, seed = null } = chosen ?? { profile: standardProfile };
  // Plain k6 has no control endpoint.
  const load = { profile, rate, durationMs, hasControl: false };
  const settled = run?.settled ?? {
    ...planRun(scenario, load, counterpart !== null, contract),
    ...{ profile: profile.name, isRateGiven: rate !== null, seed },
  };
  return { scenario, settings, ...settled, contract, validators };
}
