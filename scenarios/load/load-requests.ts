import type { Endpoint } from '../../schemas/endpoints.ts';
import type { ResolvedLoad, Slot } from '../../schemas/load-plan.ts';
import type { loadRequests, PlannedRequest } from '../planned-request.ts';
import { dataOffset } from '../random.ts';
import { likeBody } from '../space/data-text.ts';
import { type DueCall, turnOf } from './timetable.ts';

/**
 * Requests that a virtual user draws for each slot. It reuses them with other data, because drawing and writing a request takes
 * k6's engine as long as judging an answer.
 */
const drawn = { encrypt: 32, probe: 16 } as const;

type Drawing = ReturnType<typeof loadRequests>;
type RequestMaker = (call: DueCall) => PlannedRequest;

/** Draws a request by its index across all virtual users. Returns a function that adapts it to a call. */
function makerOf(drawing: Drawing, slot: keyof typeof drawn, place: number, seed: number): RequestMaker {
  const first = dataOffset.measure + place;
  const request = drawing(slot, first);
  const bodyFor = likeBody(request.body ?? '', first, seed);
  return ({ phase, index }) => ({ ...request, body: bodyFor(dataOffset[phase] + index) });
}

/**
 * Draws the requests of a virtual user. Returns a function from a call to its request. The drawing state is released, as it would
 * take up most of a user's memory.
 */
export function requestsOfUser(
  drawing: Drawing,
  user: number,
  { virtualUsers }: Pick<ResolvedLoad, 'virtualUsers'>,
  seed: number,
): (slot: Exclude<Slot, 'control'>, call: DueCall) => PlannedRequest {
  const makersOf = (slot: keyof typeof drawn) =>
    Array.from({ length: drawn[slot] }, (_, turn) =>
      makerOf(drawing, slot, turn * virtualUsers + user, seed),
    );
  const makers = { encrypt: makersOf('encrypt'), probe: makersOf('probe') };
  const alike = { user: drawing('user', 0), sync: drawing('sync', 0), backup: drawing('backup', 0) };
  return (slot, call) => {
    if (slot !== 'encrypt' && slot !== 'probe') return alike[slot];
    const turn = Math.floor(call.number / virtualUsers);
    const make = makers[slot][turn % drawn[slot]] as RequestMaker;
    return make(call);
  };
}

/** Makes the request of one valid call again, outside the virtual users. */
export function requestOfCall(
  drawing: Drawing,
  endpoint: Endpoint,
  call: DueCall,
  { virtualUsers }: Pick<ResolvedLoad, 'virtualUsers'>,
  seed: number,
): PlannedRequest {
  if (endpoint !== 'encrypt') return drawing(endpoint, 0);
  const { turn, user } = turnOf(call.number, virtualUsers, seed);
  return makerOf(drawing, endpoint, (turn % drawn[endpoint]) * virtualUsers + user, seed)(call);
}
