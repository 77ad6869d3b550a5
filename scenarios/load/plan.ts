import { allowedShare, defaultReading, passAlpha } from '../../checks/latency/reading.ts';
import { stallResolutionMs } from '../../checks/statistics/sample-size.ts';
import type { Contract } from '../../schemas/contract.ts';
import { type LoadShape, levelsOf, virtualUsersFor } from '../../schemas/load-shape.ts';
import type { ConformancePlan, LoadPlan } from '../../schemas/profiles.ts';
import type { Settings } from '../settings.ts';

/** The load of one run, settled before it starts: what its profile plans, or what was asked for instead. */
export interface ResolvedLoad extends LoadPlan {
  readonly shape: LoadShape;
  readonly virtualUsers: number;
  readonly sliceMs: number;
  readonly hasControl: boolean;
  /** It ended before its time, because a fail was certain; measureMs is then the time it had. */
  readonly stoppedEarly: boolean;
}

/** The measured time is cut into this many slices: it divides by 2 and 3, for the batch means. */
export const sliceCount = 60;
export const warmUpSliceCount = 6;

/** Requests per second of a level: k6 takes whole ones where the rate changes. */
export function levelRate({ rate, shape }: Pick<ResolvedLoad, 'rate' | 'shape'>, multiple: number): number {
  return shape === 'steady' ? rate * multiple : Math.max(1, Math.round(rate * multiple));
}

/** Calls that come due in the measured time. */
export function dueCalls(load: Pick<ResolvedLoad, 'rate' | 'shape' | 'measureMs'>): number {
  const levels = levelsOf[load.shape];
  const rates = levels.reduce((sum, multiple) => sum + levelRate(load, multiple), 0);
  return ((rates / levels.length) * load.measureMs) / 1000;
}

/** Backups made before the load: the contract's `backup.calls` holds for the whole run. */
export function backupsBefore({ backup }: ConformancePlan, contract: Contract): number {
  if (contract.backup?.call === false) return 0;
  return Math.min(backup, contract.backup?.calls ?? backup);
}

/** Calls to an endpoint of which the contract says whether it needs the token. */
export const callsWithoutToken = 30;

/** The same for backup: the service may well create them, so `backup.calls` holds for these too. */
export function backupsWithoutToken(before: ConformancePlan, contract: Contract): number {
  const { required = [], notRequired = [] } = contract.token ?? {};
  if (contract.backup?.call === false || ![...required, ...notRequired].includes('backup')) return 0;
  const { calls } = contract.backup ?? {};
  if (calls === undefined) return callsWithoutToken;
  return Math.min(callsWithoutToken, calls - backupsBefore(before, contract));
}

function backupsUnderLoad(plan: LoadPlan, before: ConformancePlan, contract: Contract): number {
  const { call = true, calls } = contract.backup ?? {};
  if (!call) return 0;
  if (calls === undefined) return plan.backups;
  return calls - backupsBefore(before, contract) - backupsWithoutToken(before, contract);
}

export function resolveLoad(
  shape: LoadShape,
  settings: Settings,
  before: ConformancePlan,
  contract: Contract,
): ResolvedLoad {
  const plan = settings.profile.load;
  const rate = settings.rate ?? contract.rate ?? plan.rate;
  const measureMs = settings.durationMs ?? plan.measureMs;
  const maxStallMs =
    contract.latency?.maxStallMs ?? wantedStallMs(plan.maxStallMs, settings.durationMs, contract);
  return {
    ...plan,
    shape,
    rate,
    measureMs,
    backups: backupsUnderLoad(plan, before, contract),
    maxStallMs,
    virtualUsers: virtualUsersFor(shape, rate, maxStallMs),
    sliceMs: measureMs / sliceCount,
    hasControl: settings.companion !== null,
    stoppedEarly: false,
  };
}

/** Slices of the measured time that was had; the last calls may have come in the one after. */
export function slicesMade({ measureMs, sliceMs }: ResolvedLoad): number {
  return Math.min(sliceCount, Math.ceil(measureMs / sliceMs) + 1);
}

/** A shorter time that the operator asked for can see shorter stalls only; one as short as the limit is no stall. */
function wantedStallMs(planned: number, durationMs: number | null, { latency }: Contract): number {
  const reading = latency?.percentile ?? defaultReading;
  if (durationMs === null || typeof reading !== 'number') return planned;
  const visible = stallResolutionMs(allowedShare(reading), durationMs, passAlpha);
  return Math.min(planned, Math.max(latency?.limitMs ?? 20, Math.floor(visible)));
}
