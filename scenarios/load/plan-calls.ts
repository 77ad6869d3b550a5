import type { ResolvedLoad, Slot } from '../../schemas/load-plan.ts';
import { type Prepared, prepared } from '../ask.ts';
import { loadRequests, type PlannedRequest } from '../planned-request.ts';
import { probeForms } from '../probe-forms.ts';
import { requestsOfUser } from './load-requests.ts';
import type { LoadUser } from './load-user.ts';
import { type DueCall, numberInTurn, slotsOf, timetable } from './timetable.ts';

/** A call of the load with everything known before it is due. */
export interface PlannedCall extends DueCall {
  /** null: the call goes to the control endpoint, or is left out. */
  readonly ask: Asking | null;
  readonly isControl: boolean;
}

/** A request, and the same request as passed to k6. */
export interface Asking {
  readonly request: PlannedRequest;
  readonly isValid: boolean;
  readonly sent: Prepared;
}

export const timeoutMs = 10_000;

/** Longer bodies are read as text, which delays other calls less in k6's engine. */
const longestBinary = 4096;

/** Number of calls planned together. Planning them one by one costs several times as much, as nothing would be in the processor's cache. */
const plannedAtOnce = 16;

/** The calls of a virtual user. In each turn every user makes one call. */
export function planCalls(user: LoadUser, load: ResolvedLoad) {
  const { number } = user;
  const { seed } = user.data;
  const users = load.virtualUsers;
  const { calls, at } = timetable(load);
  const numberOf = (turn: number) => numberInTurn(turn, number, users, seed);
  const turns = Math.ceil(calls / users);
  const slotAt = slotsOf(load, user.data);
  const askingFor = askings(user, load);
  const plan = (turn: number): PlannedCall => {
    const due = at(numberOf(turn));
    const slot = slotAt(due);
    const ask = slot === null || slot === 'control' ? null : askingFor(slot, due);
    return { ...due, ask, isControl: slot === 'control' };
  };
  let planned: PlannedCall[] = [];
  let first = 0;
  return {
    turns: numberOf(turns - 1) < calls ? turns : turns - 1,
    at: (turn: number): PlannedCall => {
      if (turn >= first + planned.length) {
        first = turn;
        // The first batch has a different size for each user, so that they do not all plan in the same turn.
        const count = turn === 0 ? number + 1 : plannedAtOnce;
        planned = Array.from({ length: count }, (_, offset) => plan(turn + offset));
      }
      return planned[turn - first] as PlannedCall;
    },
  };
}

function askings({ context, data, number, closes }: LoadUser, load: ResolvedLoad) {
  const { token, baseUrl, headers } = context.settings;
  const forms = probeForms(token, data.seed, headers);
  const drawing = loadRequests(token, data, context.contract, forms);
  const requestFor = requestsOfUser(drawing, number, load, data.seed);
  /** Valid calls of the same endpoint differ only in their bodies. */
  const alike = new Map<string, Prepared>();
  return (slot: Exclude<Slot, 'control'>, call: DueCall): Asking => {
    const request = requestFor(slot, call);
    const { phase } = call;
    const { body, authorization } = request;
    const isValid = authorization.credential === 'token';
    const responseType = body !== null && body.length > longestBinary ? 'text' : 'binary';
    const key = `${phase} ${slot} ${responseType}`;
    const known = isValid ? alike.get(key) : undefined;
    if (known !== undefined) return { request, isValid, sent: { ...known, body } };
    const options = { baseUrl, headers, timeoutMs, responseType, tags: { phase } } as const;
    const sent = prepared({ ...request, closeAfter: closes }, options);
    if (isValid) alike.set(key, sent);
    return { request, isValid, sent };
  };
}
