import { segmentBounds } from '../../reports/refusals.ts';
import {
  dueCalls,
  dueTimes,
  type ResolvedLoad,
  type Slot,
  type SlotWeight,
  slotWeights,
} from '../../schemas/load-plan.ts';
import { byWeight, mix, pick } from '../random.ts';

/** When a call of the load is due. Times are in milliseconds from the start of the warm-up. */
export interface DueCall {
  readonly phase: 'warm-up' | 'measure';
  /** Its number in the phase, from 0. */
  readonly index: number;
  /** When its phase starts. */
  readonly startMs: number;
  readonly dueMs: number;
}

export interface Timetable {
  /** Of the warm-up and the measured time together. */
  readonly calls: number;
  readonly at: (number: number) => DueCall;
}

export function timetable(load: Pick<ResolvedLoad, 'rate' | 'shape' | 'warmUpMs' | 'measureMs'>): Timetable {
  const { rate, warmUpMs } = load;
  const warmUps = Math.round((rate * warmUpMs) / 1000);
  const measuredMs = dueTimes(load);
  return {
    calls: warmUps + Math.ceil(dueCalls(load)),
    at: (number) => {
      const index = number - warmUps;
      return index < 0
        ? { phase: 'warm-up', index: number, startMs: 0, dueMs: (number * 1000) / rate }
        : { phase: 'measure', index, startMs: warmUpMs, dueMs: warmUpMs + measuredMs(index) };
    },
  };
}

/**
 * The call that falls to a virtual user in a turn, in which each of them makes one. Their places change from turn to turn, or a
 * user could share a period with the service.
 */
export function numberInTurn(turn: number, user: number, users: number, seed: number): number {
  return turn * users + ((user + mix(turn, seed)) % users);
}

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

/** The part of the whole load that one generator of several makes: its execution segment, "0:1/2" for the first half. */
export function segmentShare(segment: string | null | undefined): number {
  const [from, to] = segmentBounds(segment);
  return to - from;
}

/** A segment but the first: what is asked once, and makes backups, is for the first alone. */
export function isLaterSegment(segment: string | null | undefined): boolean {
  return segmentBounds(segment)[0] > 0;
}
