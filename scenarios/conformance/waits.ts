import type { Credential } from '../../checks/exchange.ts';
import { meanOf, quantile, sumOf } from '../../checks/statistics/samples.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Question } from '../question.ts';

/** What is known about waiting for one kind of call: an endpoint with a credential. */
export interface Waits {
  /** The last call ended. Otherwise calls are made one at a time, and no body is kept that may be endless. */
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

export function waitsFor(kinds: WaitsByKind, { endpoint, authorization }: Question): Waits {
  const kind = kindOf(endpoint, authorization.credential);
  kinds[kind] ??= newWaits();
  return kinds[kind];
}

/**
 * Hands out questions in order, but holds back those of a kind that may be endless while one is in flight. Each kind has a queue:
 * to search all questions again and again while one hangs would occupy a core.
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

type Typical = (durationsMs: readonly number[]) => number;

/** How much longer a call typically takes than one with the token; 0: not known. */
function delayMs(kinds: WaitsByKind, endpoint: Endpoint, credential: Credential, typical: Typical): number {
  const typicalMs = (one: Credential) => {
    const { endedMs = [] } = kinds[kindOf(endpoint, one)] ?? {};
    return endedMs.length === 0 ? 0 : typical(endedMs);
  };
  return Math.max(0, typicalMs(credential) - typicalMs('token'));
}

/** How much longer encrypt takes to refuse the probes of a load than to admit a call. One slow start does not count. */
export function refusalDelayMs(kinds: WaitsByKind): number {
  const medianOf = (durationsMs: readonly number[]) => quantile(durationsMs, 0.5);
  return Math.max(
    delayMs(kinds, 'encrypt', 'absent', medianOf),
    delayMs(kinds, 'encrypt', 'made-up', medianOf),
  );
}

const mostMoreInFlight = 48;

/** How many more calls at a time are needed for these questions in the time left, because the service delays its refusals. */
export function moreInFlight(kinds: WaitsByKind, questions: readonly Question[], leftMs: number): number {
  // Once for each kind: there are thousands of questions.
  const delays = new Map<string, number>();
  const totalMs = sumOf(questions, ({ endpoint, authorization: { credential } }) => {
    const kind = kindOf(endpoint, credential);
    const known = delays.get(kind) ?? delayMs(kinds, endpoint, credential, meanOf);
    delays.set(kind, known);
    return known;
  });
  return Math.min(mostMoreInFlight, Math.floor(totalMs / Math.max(1, leftMs)));
}

export function noteWaitInVain(waits: Waits, fromMs: number, untilMs: number): void {
  waits.trusted = false;
  if (fromMs >= waits.inVainUntilMs) waits.inVain += 1;
  waits.inVainUntilMs = untilMs;
}
