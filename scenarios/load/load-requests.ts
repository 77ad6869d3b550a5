import type { ResolvedLoad, Slot } from '../../schemas/load-plan.ts';
import type { loadRequests, PlannedRequest } from '../planned-request.ts';
import { firstOf } from '../random.ts';
import { likeBody } from '../space/data-text.ts';
import { type DueCall, turnOf } from './timetable.ts';

/**
 * So many requests of a slot a virtual user draws. It repeats them with other data: drawing and writing them takes k6's engine as long as
 * judging the answers.
 */
const drawn = { encrypt: 32, probe: 16 } as const;

type RequestMaker = (index: number) => PlannedRequest;

/**
 * Draws the requests of a virtual user, and returns the one of a call, which follows from the call alone. What draws them is held no
 * longer: it would be most of a user's memory.
 */
export function requestsOfUser(
  requestFor: ReturnType<typeof loadRequests>,
  user: number,
  { virtualUsers }: Pick<ResolvedLoad, 'virtualUsers'>,
  seed: number,
): (slot: Exclude<Slot, 'control'>, call: DueCall) => PlannedRequest {
  const makersOf = (slot: keyof typeof drawn) =>
    Array.from({ length: drawn[slot] }, (_, turn): RequestMaker => {
      const first = firstOf.measure + turn * virtualUsers + user;
      const request = requestFor(slot, first);
      const bodyFor = likeBody(request.body ?? '', first, seed);
      return (index) => ({ ...request, body: bodyFor(index) });
    });
  const makers = { encrypt: makersOf('encrypt'), probe: makersOf('probe') };
  const alike = { user: requestFor('user', 0), sync: requestFor('sync', 0), backup: requestFor('backup', 0) };
  return (slot, { phase, index, number }) => {
    if (slot !== 'encrypt' && slot !== 'probe') return alike[slot];
    const { turn } = turnOf(number, virtualUsers, seed);
    const make = makers[slot][turn % drawn[slot]] as RequestMaker;
    return make(firstOf[phase] + index);
  };
}
