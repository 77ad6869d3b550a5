import { planRun, type SettledRun } from '../../checks/resolve-load.ts';
import type { Contract } from '../../schemas/contract.ts';
import { ratePerCore } from '../../schemas/load-plan.ts';
import { profileSetting, standardProfile } from '../../schemas/profiles.ts';
import type { Setting } from '../../schemas/run-settings.ts';
import type { Scenario } from '../../schemas/scenarios.ts';
import { UsageError } from '../exit-status.ts';

/** The plan of a run, adapted to this machine. */
export interface PlannedLoad extends Omit<SettledRun, 'seed'> {
  /** The rate at which these cores can time requests; null: the plan needs no more, or somebody chose the rate. */
  readonly cappedRate: number | null;
}

export function plannedLoad(
  scenario: Scenario,
  wanted: {
    readonly profile?: string | undefined;
    readonly rate?: number | null;
    readonly durationMs?: number | null;
  },
  contract: Contract,
  { cores, isCompared }: { readonly cores: number; readonly isCompared: boolean },
): PlannedLoad {
  const profile = readSetting('--profile or PROFILE', wanted.profile, profileSetting) ?? standardProfile;
  const chosen = wanted.rate ?? null;
  const fairRate = ratePerCore * cores;
  const isCapped = chosen === null && contract.rate === undefined && profile.load.rate > fairRate;
  const cappedRate = isCapped ? fairRate : null;
  const durationMs = wanted.durationMs ?? null;
  const settled = { profile, rate: chosen ?? cappedRate, durationMs, hasControl: true };
  const planned = planRun(scenario, settled, isCompared, contract);
  return { ...planned, profile: profile.name, isRateGiven: chosen !== null, cappedRate };
}

/** null: not given. Throws UsageError if the value is invalid. */
export function readSetting<T>(name: string, text: string | undefined, setting: Setting<T>): T | null {
  const value = text === undefined ? null : setting.read(text);
  if (text !== undefined && value === null) throw new UsageError(`${name}: ${setting.wanted}.`);
  return value;
}
