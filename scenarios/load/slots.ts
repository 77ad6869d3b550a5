import { pickWeighted } from '../random.ts';

/** What one due call of the load is for. */
export type Slot = 'user' | 'encrypt' | 'sync' | 'backup' | 'control' | 'probe';

interface SlotWeight {
  readonly slot: Exclude<Slot, 'backup'>;
  readonly weight: number;
}

/** A quarter of the rate for each reading endpoint, the rest for what keeps the verdict honest. */
const withControl: readonly SlotWeight[] = [
  { slot: 'user', weight: 5 },
  { slot: 'encrypt', weight: 5 },
  { slot: 'sync', weight: 5 },
  { slot: 'control', weight: 3 },
  { slot: 'probe', weight: 2 },
];
const withoutControl = withControl.filter(({ slot }) => slot !== 'control');

export interface SlotPlan {
  readonly hasControl: boolean;
  /** Due calls in the measured time. */
  readonly iterations: number;
  readonly backups: number;
  readonly seed: number;
}

/** Share of the due calls that fall to an endpoint. */
export function slotShare(
  endpoint: Exclude<Slot, 'control' | 'probe'>,
  { hasControl, backups, ...load }: ShareInput,
): number {
  const weights = hasControl ? withControl : withoutControl;
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const own = weights.find(({ slot }) => slot === endpoint)?.weight ?? 0;
  return endpoint === 'backup' ? backups / ((load.rate * load.measureMs) / 1000) : own / total;
}

interface ShareInput {
  readonly hasControl: boolean;
  readonly backups: number;
  readonly rate: number;
  readonly measureMs: number;
}

/** Apart from every other choice that is made by the number of the call: else a slot would always come with the same data. */
const slotSeries = 1_000_003;

/** The slot of the n-th due call. Which slot follows which has no period that a service could share. */
export function slotAt(index: number, { hasControl, iterations, backups, seed }: SlotPlan): Slot {
  if (isBackup(index, backups / iterations, iterations)) return 'backup';
  return pickWeighted(hasControl ? withControl : withoutControl, index + slotSeries, seed).slot;
}

/** Spread evenly, and never more of them than planned: a backup has side effects. */
function isBackup(index: number, share: number, iterations: number): boolean {
  if (index >= iterations) return false;
  return Math.floor((index + 0.5) * share) < Math.floor((index + 1.5) * share);
}
