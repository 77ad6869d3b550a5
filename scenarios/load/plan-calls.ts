import type { ResolvedLoad, Slot } from '../../schemas/load-plan.ts';
import type { LoadData } from '../setup-data.ts';
import type { drawRequests, LoadRequest } from './draw-requests.ts';
import { type DueCall, numberInTurn, slotsOf, timetable } from './timetable.ts';

export interface PlannedCall extends DueCall {
  /** null: the call is left out. */
  readonly slot: Slot | null;
  /** null: the call is left out, or goes to the control endpoint. */
  readonly request: LoadRequest | null;
  readonly isMeasured: boolean;
  /** It is one of the few from which percentiles are taken. */
  readonly isSampled: boolean;
  /** When it was made. */
  slice: string;
  latenessMs: number;
}

/** Number of calls planned together. Planning them one by one costs several times as much, as nothing would be in the processor's cache. */
const plannedAtOnce = 16;

/**
 * Only one call in nine is sampled for percentiles: a sample costs k6 as much as judging a short answer. Sixteen requests are sent
 * in turn (`drawnFor`), which nine does not divide, so all of them are sampled.
 */
const callsPerSample = 9;

/** The calls of the n-th virtual user. In each turn every user makes one call. */
export function planCalls(
  user: number,
  requests: ReturnType<typeof drawRequests>,
  data: LoadData,
  load: ResolvedLoad,
) {
  const { seed } = data;
  const users = load.virtualUsers;
  const { calls, at } = timetable(load);
  const numberOf = (turn: number) => numberInTurn(turn, user, users, seed);
  const turns = Math.ceil(calls / users);
  const slotAt = slotsOf(load, data);
  const plan = (turn: number): PlannedCall => {
    const due = at(numberOf(turn));
    const { phase, number, index, dueMs } = due;
    const slot = slotAt(due);
    const own = slot === null || slot === 'control' ? null : requests[slot];
    const isMeasured = phase === 'measure';
    const request = own?.[turn % own.length] ?? null;
    const isSampled = isMeasured && turn % callsPerSample === 0;
    return { phase, number, index, dueMs, slot, request, isMeasured, isSampled, slice: '', latenessMs: 0 };
  };
  let planned: PlannedCall[] = [];
  let first = 0;
  return {
    turns: numberOf(turns - 1) < calls ? turns : turns - 1,
    at: (turn: number): PlannedCall => {
      if (turn >= first + planned.length) {
        first = turn;
        // The first batch has a different size for each user, so that they do not all plan in the same turn.
        const count = turn === 0 ? user + 1 : plannedAtOnce;
        planned = [];
        for (let offset = 0; offset < count; offset += 1) planned.push(plan(turn + offset));
      }
      return planned[turn - first] as PlannedCall;
    },
  };
}
