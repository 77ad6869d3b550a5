import {
  dueCalls,
  type ResolvedLoad,
  type Slot,
  type SlotWeight,
  slotShare,
  slotWeights,
} from '../../schemas/load-plan.ts';
import { byWeight, pick, shareOf } from '../random.ts';

export interface SlotPlan {
  readonly slots: readonly SlotWeight[];
  /** Due calls in the measured time. */
  readonly iterations: number;
  readonly backups: number;
  /** Share of the probes that are made. */
  readonly probed: number;
  readonly seed: number;
}

/** `refusalMs`: how long a refusal takes. */
export function slotPlan(load: SlottedLoad, seed: number, refusalMs: number): SlotPlan {
  const { hasControl, backups } = load;
  const slots = byWeight(slotWeights(hasControl));
  return { slots, iterations: dueCalls(load), backups, probed: probedShare(load, refusalMs), seed };
}

type SlottedLoad = Pick<
  ResolvedLoad,
  'hasControl' | 'backups' | 'rate' | 'shape' | 'measureMs' | 'virtualUsers'
>;

/** Of the virtual users, who wait for a refusal: the others make the calls that are measured. */
const mostWaitingShare = 0.25;

function probedShare(load: SlottedLoad, refusalMs: number): number {
  const waiting = (load.rate * slotShare('probe', load) * refusalMs) / 1000;
  return waiting === 0 ? 1 : Math.min(1, (load.virtualUsers * mostWaitingShare) / waiting);
}

/** Apart from every other choice that is made by the number of the call: else a slot would always come with the same data. */
const slotSeries = 1_000_003;
const probedSeries = 2_000_003;

/** The slot of the n-th due call; null: nothing is asked. Which slot follows which has no period that a service could share. */
export function slotAt(index: number, { slots, iterations, backups, probed, seed }: SlotPlan): Slot | null {
  if (isBackup(index, backups / iterations, iterations)) return 'backup';
  const { slot } = pick(slots, index + slotSeries, seed);
  return slot === 'probe' && shareOf(index + probedSeries, seed) >= probed ? null : slot;
}

/** Spread evenly, and never more of them than planned: a backup has side effects. */
function isBackup(index: number, share: number, iterations: number): boolean {
  if (index >= iterations) return false;
  return Math.floor((index + 0.5) * share) < Math.floor((index + 1.5) * share);
}
