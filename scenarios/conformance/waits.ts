import type { Credential } from '../../checks/exchange.ts';
import { quantile } from '../../checks/statistics/samples.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { PlannedRequest } from '../planned-request.ts';

/** What is known about waiting for one kind of call: an endpoint with a credential. */
export interface Waits {
  /** The last call ended. Otherwise calls are made one at a time. */
  trusted: boolean;
  inFlight: number;
  /** Consecutive waits for calls that did not end, each begun after the one before: a stall of many calls counts once. */
  inVain: number;
  /** When the last of them was over, milliseconds since 1970. */
  inVainUntilMs: number;
  /** The longest call that ended. */
  slowestMs: number;
  /** Milliseconds of all calls that ended. */
  readonly endedMs: number[];
}

export type WaitsByKind = Record<string, Waits>;

/** A call that has not ended after this time has failed. A call that is given up sooner proves nothing. */
export const fullWaitMs = 10_000;
const shortestWaitMs = 2500;
const mostInVain = 3;

export function newWaits(): Waits {
  return {
    trusted: false,
    inFlight: 0,
    inVain: 0,
    inVainUntilMs: 0,
    slowestMs: 0,
    endedMs: [],
  };
}

const kindOf = (endpoint: Endpoint, credential: Credential) => `${endpoint} ${credential}`;

export function waitsFor(kinds: WaitsByKind, { endpoint, authorization }: PlannedRequest): Waits {
  const kind = kindOf(endpoint, authorization.credential);
  kinds[kind] ??= newWaits();
  return kinds[kind];
}

/**
 * Hands out requests in order, but holds back those of a kind that may be endless while one is in flight. Each kind has a queue:
 * to search all requests again and again while one hangs would occupy a core.
 */
export function queued(kinds: WaitsByKind, requests: readonly PlannedRequest[]) {
  const waiting = new Map(requests.entries());
  const queues = new Map<Waits, number[]>();
  for (const [place, request] of waiting) {
    const waits = waitsFor(kinds, request);
    const queue = queues.get(waits);
    if (queue === undefined) queues.set(waits, [place]);
    else queue.push(place);
  }
  function next(): PlannedRequest | undefined {
    let first: number[] = [];
    for (const [waits, queue] of queues)
      if (isFree(waits) && (queue[0] ?? Infinity) < (first[0] ?? Infinity)) first = queue;
    const place = first.shift() ?? -1;
    const request = waiting.get(place);
    waiting.delete(place);
    return request;
  }
  return { next, isEmpty: () => waiting.size === 0, left: () => [...waiting.values()] };
}

export function isHopeless({ inVain }: Waits): boolean {
  return inVain >= mostInVain;
}

/** Whether another call of the kind may be made now. */
export function isFree(waits: Waits): boolean {
  return waits.trusted || waits.inFlight === 0 || isHopeless(waits);
}

/** At first the full wait, then half of it after each one in vain, but at least twice the slowest answer. */
export function waitMs({ inVain, slowestMs }: Waits): number {
  return Math.min(fullWaitMs, Math.max(shortestWaitMs, slowestMs * 2, fullWaitMs / 2 ** inVain));
}

export function noteEnd(waits: Waits, durationMs: number): void {
  waits.trusted = true;
  waits.inVain = 0;
  waits.slowestMs = Math.max(waits.slowestMs, durationMs);
  waits.endedMs.push(durationMs);
}

/** How much longer encrypt typically takes to refuse a call than to admit one; 0: not known. One slow start does not count. */
export function refusalDelayMs(kinds: WaitsByKind): number {
  const [admitted = 0, ...refused] = (['token', 'absent', 'made-up'] as const).map((credential) => {
    const { endedMs = [] } = kinds[kindOf('encrypt', credential)] ?? {};
    return endedMs.length === 0 ? 0 : quantile(endedMs, 0.5);
  });
  return Math.max(0, ...refused.map((durationMs) => durationMs - admitted));
}

const mostMoreInFlight = 48;

/** How many more calls at a time are needed for these requests in the time left, because the service delays its refusals. */
export function moreInFlight(
  kinds: WaitsByKind,
  requests: readonly PlannedRequest[],
  leftMs: number,
): number {
  const refusals = requests.filter(({ authorization }) => authorization.credential !== 'token').length;
  return Math.min(mostMoreInFlight, Math.floor((refusals * refusalDelayMs(kinds)) / Math.max(1, leftMs)));
}

export function noteWaitInVain(waits: Waits, fromMs: number, untilMs: number): void {
  waits.trusted = false;
  if (fromMs >= waits.inVainUntilMs) waits.inVain += 1;
  waits.inVainUntilMs = untilMs;
}
