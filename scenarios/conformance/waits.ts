import type { Credential } from '../../checks/exchange.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Question } from '../ask.ts';

/** What is known of the waiting for one kind of call: an endpoint and a credential. */
export interface Waits {
  /** Its last call came to an end. Until then one call is made at a time, and no body is kept that may have no end. */
  trusted: boolean;
  underWay: number;
  /** Waits in a row without an end, each begun after the one before: a stall that many calls share counts once. */
  inVain: number;
  /** When the last of them was over, milliseconds since the epoch. */
  inVainUntilMs: number;
  /** The longest call that came to an end. */
  slowestMs: number;
  /** Of all calls that did. */
  readonly ended: { calls: number; totalMs: number };
}

export type WaitsByKind = Record<string, Waits>;

/** A call that has no end after this has failed; after less it was only given up, and proves nothing. */
export const fullWaitMs = 10_000;
const shortestWaitMs = 2500;
const mostInVain = 3;

export function newWaits(): Waits {
  return {
    trusted: false,
    underWay: 0,
    inVain: 0,
    inVainUntilMs: 0,
    slowestMs: 0,
    ended: { calls: 0, totalMs: 0 },
  };
}

const kindOf = (endpoint: Endpoint, credential: Credential) => `${endpoint} ${credential}`;

/** Of the kind that the question is of. */
export function waitsFor(kinds: WaitsByKind, { endpoint, authorization }: Question): Waits {
  const kind = kindOf(endpoint, authorization.credential);
  kinds[kind] ??= newWaits();
  return kinds[kind];
}

/**
 * Hands out questions in their order, or later while another of their kind may have no end. By a queue for each kind: a
 * search among all of them, again and again while one hangs, fills a core.
 */
export function queued(kinds: WaitsByKind, questions: readonly Question[]) {
  const waiting = new Map(questions.entries());
  const queues = new Map<Waits, number[]>();
  for (const [place, question] of waiting) {
    const waits = waitsFor(kinds, question);
    const queue = queues.get(waits);
    if (queue === undefined) queues.set(waits, [place]);
    else queue.push(place);
  }
  function next(): Question | undefined {
    let first: number[] = [];
    for (const [waits, queue] of queues)
      if (isFree(waits) && (queue[0] ?? Infinity) < (first[0] ?? Infinity)) first = queue;
    const place = first.shift() ?? -1;
    const question = waiting.get(place);
    waiting.delete(place);
    return question;
  }
  return { next, isEmpty: () => waiting.size === 0, left: () => [...waiting.values()] };
}

export function isHopeless({ inVain }: Waits): boolean {
  return inVain >= mostInVain;
}

/** Whether another call of the kind may be made beside those under way. */
export function isFree(waits: Waits): boolean {
  return waits.trusted || waits.underWay === 0 || isHopeless(waits);
}

/** The full wait first, half of it after each one in vain: a slow service keeps twice its slowest answer. */
export function waitMs({ inVain, slowestMs }: Waits): number {
  return Math.min(fullWaitMs, Math.max(shortestWaitMs, slowestMs * 2, fullWaitMs / 2 ** inVain));
}

export function noteEnd(waits: Waits, durationMs: number): void {
  waits.trusted = true;
  waits.inVain = 0;
  waits.slowestMs = Math.max(waits.slowestMs, durationMs);
  waits.ended.calls += 1;
  waits.ended.totalMs += durationMs;
}

/** Of the calls that came to an end; 0: none did. */
function meanMs(kinds: WaitsByKind, endpoint: Endpoint, credential: Credential): number {
  const { calls, totalMs } = kinds[kindOf(endpoint, credential)]?.ended ?? { calls: 0, totalMs: 0 };
  return calls === 0 ? 0 : totalMs / calls;
}

/** How much longer a call takes than an admitted one, on average. */
function delayMs(kinds: WaitsByKind, endpoint: Endpoint, credential: Credential): number {
  return Math.max(0, meanMs(kinds, endpoint, credential) - meanMs(kinds, endpoint, 'token'));
}

/** The same of what encrypt refuses under load. */
export function refusalDelayMs(kinds: WaitsByKind): number {
  return Math.max(delayMs(kinds, 'encrypt', 'absent'), delayMs(kinds, 'encrypt', 'made-up'));
}

const mostMoreInFlight = 48;

/**
 * So many calls more at a time make up for a service that waits before it refuses, where that would leave too little
 * time: 0 where refusals take no longer than what is admitted.
 */
export function moreInFlight(kinds: WaitsByKind, questions: readonly Question[], leftMs: number): number {
  const totalMs = questions.reduce(
    (sum, { endpoint, authorization }) => sum + delayMs(kinds, endpoint, authorization.credential),
    0,
  );
  return Math.min(mostMoreInFlight, Math.floor(totalMs / Math.max(1, leftMs)));
}

export function noteWaitInVain(waits: Waits, fromMs: number, untilMs: number): void {
  waits.trusted = false;
  if (fromMs >= waits.inVainUntilMs) waits.inVain += 1;
  waits.inVainUntilMs = untilMs;
}
