import { allowedShare, defaultReading, passAlpha } from '../../checks/latency/reading.ts';
import { stallResolutionMs } from '../../checks/statistics/sample-size.ts';
import type { Contract } from '../../schemas/contract.ts';
import { backupsUnderLoad, type ResolvedLoad, sliceCount } from '../../schemas/load-plan.ts';
import { type LoadShape, virtualUsersFor } from '../../schemas/load-shape.ts';
import type { ConformancePlan } from '../../schemas/profiles.ts';
import type { Settings } from '../settings.ts';

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
    virtualUsers: virtualUsersFor(shape, rate, maxStallMs, settings.baseUrl),
    sliceMs: measureMs / sliceCount,
    hasControl: settings.companion !== null,
    stoppedEarly: false,
  };
}

/** A shorter time that the operator asked for can see shorter stalls only; one as short as the limit is no stall. */
function wantedStallMs(planned: number, durationMs: number | null, { latency }: Contract): number {
  const reading = latency?.percentile ?? defaultReading;
  if (durationMs === null || typeof reading !== 'number') return planned;
  const visible = stallResolutionMs(allowedShare(reading), durationMs, passAlpha);
  return Math.min(planned, Math.max(latency?.limitMs ?? 20, Math.floor(visible)));
}
