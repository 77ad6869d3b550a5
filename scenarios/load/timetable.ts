import { dueCalls, dueTimes, type ResolvedLoad } from '../../schemas/load-plan.ts';
import { mix } from '../random.ts';

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
