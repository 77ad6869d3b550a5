import type { Credential } from '../../checks/exchange.ts';
import { quantile } from '../../checks/statistics/samples.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { PlannedRequest } from '../planned-request.ts';

export type Waits = ReturnType<typeof newWaits>;
export type WaitsByKind = Record<string, Waits>;

/** A call that has not ended after this time has failed. A call that is given up sooner proves nothing. */
export const fullWaitMs = 10_000;
const shortestWaitMs = 2500;
const mostInVain = 3;

/** What is known about waiting for one kind of call: an endpoint with a credential. */
export function newWaits() {
  return {
    /** Consecutive waits for calls that did not end, each begun after the one before: a stall of many calls counts once. */
    inVain: 0,
    /** When the last of them was over, milliseconds since 1970. */
    inVainUntilMs: 0,
    /** The longest call that ended. */
    slowestMs: 0,
    /** Milliseconds of all calls that ended. */
    endedMs: [] as number[],
  };
}

const kindOf = (endpoint: Endpoint, credential: Credential) => `${endpoint} ${credential}`;

export function waitsFor(kinds: WaitsByKind, { endpoint, authorization }: PlannedRequest): Waits {
  const kind = kindOf(endpoint, authorization.credential);
  kinds[kind] ??= newWaits();
  return kinds[kind];
}

export function isHopeless({ inVain }: Waits): boolean {
  return inVain >= mostInVain;
}

/** At first the full wait, then half of it after each one in vain, but at least twice the slowest answer. */
export function waitMs({ inVain, slowestMs }: Waits): number {
  return Math.min(fullWaitMs, Math.max(shortestWaitMs, slowestMs * 2, fullWaitMs / 2 ** inVain));
}

export function noteEnd(waits: Waits, durationMs: number): void {
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
  if (fromMs >= waits.inVainUntilMs) waits.inVain += 1;
  waits.inVainUntilMs = untilMs;
}
