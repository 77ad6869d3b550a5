import {
  dueCalls,
  dueTimes,
  fewProbesAmong,
  type ResolvedLoad,
  type Slot,
  sliceCount,
  weightedSlots,
} from '../../schemas/load-plan.ts';
import type { SlicesInTime } from '../../schemas/machine.ts';
import { inTurn, mix, shareOf } from '../random.ts';
import type { LoadData } from '../setup-data.ts';

export interface DueCall {
  readonly phase: 'warm-up' | 'measure';
  /** Number in the load, warm-up included, from 0. */
  readonly number: number;
  /** Number in the phase, from 0. */
  readonly index: number;
  /** Milliseconds from the start of the warm-up. */
  readonly dueMs: number;
}

/** The number of calls of a load, warm-up included, and when each is due. */
export function timetable(load: Pick<ResolvedLoad, 'rate' | 'shape' | 'warmUpMs' | 'measureMs'>) {
  const { rate, warmUpMs } = load;
  const warmUps = Math.round((rate * warmUpMs) / 1000);
  const measuredMs = dueTimes(load);
  return {
    calls: warmUps + Math.ceil(dueCalls(load)),
    at: (number: number): DueCall => {
      const index = number - warmUps;
      return index < 0
        ? { phase: 'warm-up', number, index: number, dueMs: (number * 1000) / rate }
        : { phase: 'measure', number, index, dueMs: warmUpMs + measuredMs(index) };
    },
  };
}

/** Returns a function from a time, in milliseconds since the start of the warm-up, to the slice of the measured time. */
export function slicer({ warmUpMs, measureMs }: Pick<ResolvedLoad, 'warmUpMs' | 'measureMs'>) {
  const names = Array.from({ length: sliceCount }, (_, slice) => String(slice));
  return (nowMs: number): string => {
    const place = Math.floor(((nowMs - warmUpMs) / measureMs) * sliceCount);
    return names[Math.max(0, place)] ?? (names[sliceCount - 1] as string);
  };
}

export function slicesFrom({ warmUpMs, sliceMs }: ResolvedLoad, startMs: number): SlicesInTime {
  return { startMs: startMs + warmUpMs, sliceMs, count: sliceCount };
}

/** A virtual user's call in a turn. The order changes, so that no user falls into step with periodic behaviour of the service. */
export function numberInTurn(turn: number, user: number, users: number, seed: number): number {
  return turn * users + ((user + mix(turn, seed)) % users);
}

/** From this delay of refusals on, few probes are sent: they may take service time away from other calls. */
const mostRefusalDelayMs = 5;

/** Offset that keeps the choice of the slot independent of other random choices. Otherwise a slot would always have the same data. */
const slotSeries = 1_000_003;

/** null: the call is left out. Slots have no periodic order that a service could fall into step with. */
export function slotsOf(
  load: Pick<ResolvedLoad, 'hasControl' | 'backups' | 'rate' | 'shape' | 'measureMs'>,
  { seed, refusalDelayMs, succeeding }: Pick<LoadData, 'seed' | 'refusalDelayMs' | 'succeeding'>,
): (call: Pick<DueCall, 'phase' | 'index'>) => Slot | null {
  const weighted = weightedSlots(load.hasControl);
  const calls = dueCalls(load);
  const backupShare = load.backups / calls;
  const asked = new Set<Slot>([...succeeding, 'control', 'probe']);
  const isSlowToRefuse = refusalDelayMs >= mostRefusalDelayMs;
  const slotAt = (index: number) =>
    inTurn(weighted, Math.floor(shareOf(index + slotSeries, seed) * weighted.length));
  const isLeftOut = (index: number) =>
    isSlowToRefuse && mix(index + slotSeries, seed + 1) % fewProbesAmong > 0;
  // Spreads backups evenly and never exceeds the plan, because a backup has side effects.
  const isBackup = (index: number) =>
    index < calls && Math.floor((index + 0.5) * backupShare) < Math.floor((index + 1.5) * backupShare);
  return ({ phase, index }) => {
    const slot = phase === 'measure' && isBackup(index) ? 'backup' : slotAt(index);
    if (slot === 'probe' && isLeftOut(index)) return null;
    return asked.has(slot) ? slot : null;
  };
}
