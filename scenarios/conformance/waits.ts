import type { Credential, Exchange } from '../../checks/exchange.ts';
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
}

/** By credential, how much longer each probe took than its twin, in milliseconds. */
export type RefusalDelays = Partial<Record<Credential, number[]>>;

/** Notes how much longer the service took to answer a probe than its twin, the same request with the token directly before or after it. */
export function noteDelay(delays: RefusalDelays, probe: Exchange, twin: Exchange): void {
  if (probe.response.failure !== null || twin.response.failure !== null) return;
  delays[probe.credential] ??= [];
  delays[probe.credential]?.push(probe.response.durationMs - twin.response.durationMs);
}

/** How much longer encrypt typically takes to refuse a call than to admit one; 0: not known, or no longer. */
export function refusalDelayMs(delays: RefusalDelays): number {
  const medians = Object.values(delays).map((ofOne) => quantile(ofOne, 0.5));
  return Math.max(0, ...medians);
}

const mostMoreInFlight = 48;

/** How many more calls at a time are needed for these requests in the time left, because the service delays its refusals. */
export function moreInFlight(
  delays: RefusalDelays,
  requests: readonly PlannedRequest[],
  leftMs: number,
): number {
  const refusals = requests.filter(({ authorization }) => authorization.credential !== 'token').length;
  return Math.min(mostMoreInFlight, Math.floor((refusals * refusalDelayMs(delays)) / Math.max(1, leftMs)));
}

export function noteWaitInVain(waits: Waits, fromMs: number, untilMs: number): void {
  if (fromMs >= waits.inVainUntilMs) waits.inVain += 1;
  waits.inVainUntilMs = untilMs;
}
