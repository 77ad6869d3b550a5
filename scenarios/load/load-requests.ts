import type { ResolvedLoad, Slot } from '../../schemas/load-plan.ts';
import type { loadRequests, PlannedRequest } from '../planned-request.ts';
import { firstOf } from '../random.ts';
import { likeBody } from '../space/data-text.ts';
import { type DueCall, turnOf } from './timetable.ts';

/**
 * So many requests of a slot a virtual user draws. It repeats them with other data: drawing and writing them takes k6's engine as long as
 * judging the answers.
 */
const drawn = { encrypt: 48, probe: 32 } as const;

type RequestMaker = (index: number) => PlannedRequest;

/** Returns the request of a call, which follows from the call alone. */
export function requestsOfLoad(
  requestFor: ReturnType<typeof loadRequests>,
  { virtualUsers }: Pick<ResolvedLoad, 'virtualUsers'>,
  seed: number,
): (slot: Exclude<Slot, 'control'>, call: DueCall) => PlannedRequest {
  const makers = { encrypt: new Map<number, RequestMaker>(), probe: new Map<number, RequestMaker>() };
  const repeating = (slot: keyof typeof drawn, place: number): RequestMaker => {
    const first = firstOf.measure + place;
    const request = requestFor(slot, first);
    const bodyFor = likeBody(request.body ?? '', first, seed);
    return (index) => ({ ...request, body: bodyFor(index) });
  };
  return (slot, { phase, index, number }) => {
    const ownIndex = firstOf[phase] + index;
    if (slot !== 'encrypt' && slot !== 'probe') return requestFor(slot, ownIndex);
    const { turn, user } = turnOf(number, virtualUsers, seed);
    const place = (turn % drawn[slot]) * virtualUsers + user;
    const known = makers[slot].get(place);
    if (known !== undefined) return known(ownIndex);
    const make = repeating(slot, place);
    makers[slot].set(place, make);
    return make(ownIndex);
  };
}
