import { mostLoads } from '../../checks/latency/expectation.ts';
import { planRun, type SettledRun } from '../../checks/resolve-load.ts';
import type { Contract } from '../../schemas/contract.ts';
import { ratePerCore } from '../../schemas/load-plan.ts';
import { profileSetting, standardProfile } from '../../schemas/profiles.ts';
import type { Setting } from '../../schemas/run-settings.ts';
import type { Scenario } from '../../schemas/scenarios.ts';
import { UsageError } from '../exit-status.ts';

/** The plan of a run, adapted to this machine. */
export type PlannedLoad = Omit<SettledRun, 'seed'>;

interface Wanted {
  readonly profile?: string | undefined;
  readonly rate?: number | null;
  readonly durationMs?: number | null;
}

/** Unless somebody chose the rate, it is at most one at which these cores can time requests. */
export function plannedLoad(
  scenario: Scenario,
  { profile: name, rate = null, durationMs = null }: Wanted,
  contract: Contract,
  { cores, isCompared }: { readonly cores: number; readonly isCompared: boolean },
): PlannedLoad {
  const profile = readSetting('--profile or PROFILE', name, profileSetting) ?? standardProfile;
  const fairRate = ratePerCore * cores;
  const isCapped = rate === null && contract.rate === undefined && profile.load.rate > fairRate;
  const settled = { profile, rate: isCapped ? fairRate : rate, durationMs, hasControl: true };
  const planned = planRun(scenario, settled, isCompared, contract);
  return { ...planned, profile: profile.name, isRateGiven: rate !== null };
}

/** null: not given. Throws UsageError if the value is invalid. */
export function readSetting<T>(name: string, text: string | undefined, setting: Setting<T>): T | null {
  const value = text === undefined ? null : setting.read(text);
  if (text !== undefined && value === null) throw new UsageError(`${name}: ${setting.wanted}.`);
  return value;
}

/** Time for the last answers and the report. */
const endingMs = 5000;
/** Extra time for a busy machine: k6 itself normally ends each phase long before. */
const slackMs = 55_000;
const noLoad = { calibrateMs: 0, settleAtMostMs: 0, settleMs: 0, warmUpMs: 0, measureMs: 0 };

/** The longest time that a pass through a plan may take. */
export function longestMs({ conformance, load, comparison }: PlannedLoad): number {
  const { settleAtMostMs } = load ?? noLoad;
  return conformance.budgetMs + settleAtMostMs + shortestMs(load) + (comparison?.mostMs ?? 0) + endingMs;
}

/** Time after which k6 is stopped. */
export function mostMsOf(plan: PlannedLoad): number {
  return longestMs(plan) + slackMs;
}

function shortestMs(load: PlannedLoad['load']): number {
  const { calibrateMs, settleMs, warmUpMs, measureMs } = load ?? noLoad;
  return calibrateMs + 2 * settleMs + warmUpMs + measureMs;
}

/** How many loads fit into a time if each further one begins only when it can end in time. */
export function loadsWithin(withinMs: number, further: PlannedLoad): number {
  const startsWithinMs = withinMs - longestMs(further) - shortestMs(further.load);
  if (further.load === null || startsWithinMs < 0) return 1;
  return Math.min(mostLoads, 2 + Math.floor(startsWithinMs / shortestMs(further.load)));
}
