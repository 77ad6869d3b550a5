import {
  dueCalls,
  type ResolvedLoad,
  type Slot,
  type SlotWeight,
  slotWeights,
} from '../../schemas/load-plan.ts';
import { byWeight, pick } from '../random.ts';

export interface SlotPlan {
  readonly slots: readonly SlotWeight[];
  /** Due calls in the measured time. */
  readonly iterations: number;
  readonly backups: number;
  readonly hasProbes: boolean;
  readonly seed: number;
}

const mostRefusalDelayMs = 5;

/**
 * `refusalDelayMs`: how much longer a refusal takes than what is admitted. Where that is long, refusals may cost the
 * service what the other calls then lack: the load has no probes.
 */
export function slotPlan(load: SlottedLoad, seed: number, refusalDelayMs: number): SlotPlan {
  const { hasControl, backups } = load;
  const slots = byWeight(slotWeights(hasControl));
  return { slots, iterations: dueCalls(load), backups, hasProbes: refusalDelayMs < mostRefusalDelayMs, seed };
}

type SlottedLoad = Pick<ResolvedLoad, 'hasControl' | 'backups' | 'rate' | 'shape' | 'measureMs'>;

/** Apart from every other choice that is made by the number of the call: else a slot would always come with the same data. */
const slotSeries = 1_000_003;

/** The slot of the n-th due call; null: nothing is asked. Which slot follows which has no period that a service could share. */
export function slotAt(
  index: number,
  { slots, iterations, backups, hasProbes, seed }: SlotPlan,
): Slot | null {
  if (isBackup(index, backups / iterations, iterations)) return 'backup';
  const { slot } = pick(slots, index + slotSeries, seed);
  return slot === 'probe' && !hasProbes ? null : slot;
}

/** Spread evenly, and never more of them than planned: a backup has side effects. */
function isBackup(index: number, share: number, iterations: number): boolean {
  if (index >= iterations) return false;
  return Math.floor((index + 0.5) * share) < Math.floor((index + 1.5) * share);
}
