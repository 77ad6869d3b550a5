import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { loadRequests, PlannedRequest } from '../planned-request.ts';
import { dataOffset } from '../random.ts';
import { likeBody } from '../space/data-text.ts';
import type { DueCall } from './timetable.ts';

/** Drawn by each virtual user, then reused with other data: drawing and writing takes k6's engine as long as judging. */
export const drawnFor = { user: 1, sync: 1, backup: 1, encrypt: 16, probe: 16 } as const;

export type RequestSlot = keyof typeof drawnFor;

/** One in this many virtual users judges every answer to its probes in full: two of sixteen, one of which closes its connections. */
const usersPerJudge = 10;

/** Whether a user judges all its probes in full, beside twins. Others make usual ones, whose refusals repeat, to save memory. */
export function judgesProbes(user: number): boolean {
  return user % usersPerJudge === 0;
}

const mostDraws = 50;

/** Returns a function that draws the n-th request of a virtual user for a slot. `body`: how to write its body with other data; null: there is none. */
export function requestDrawer(
  drawing: ReturnType<typeof loadRequests>,
  { virtualUsers }: Pick<ResolvedLoad, 'virtualUsers'>,
  seed: number,
) {
  return (slot: RequestSlot, user: number, place: number) => {
    let index = dataOffset.measure + place * virtualUsers + user;
    let request = drawing(slot, index);
    const isAny = slot !== 'probe' || judgesProbes(user);
    for (let draws = 1; !isAny && !isUsual(request) && draws < mostDraws; draws += 1) {
      index += drawnFor[slot] * virtualUsers;
      request = drawing(slot, index);
    }
    const { body } = request;
    if (body === null) return { request, body };
    const isRenewed = slot === 'encrypt' || slot === 'probe';
    return {
      request,
      body: isRenewed ? likeBody(body, index, seed) : { before: body, digits: 0, after: '' },
    };
  };
}

/** Whether a glance at the answer may be enough. Refusals of another algorithm, or at another target, say nothing. */
export function isUsual({ otherAlgorithm, path }: PlannedRequest): boolean {
  return otherAlgorithm === undefined && path === undefined;
}

/** The number, in the run, of the data that a call sends. */
export function dataIndex({ phase, index }: Pick<DueCall, 'phase' | 'index'>): number {
  return dataOffset[phase] + index;
}
