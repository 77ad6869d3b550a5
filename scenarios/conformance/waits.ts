import type { Credential, Exchange } from '../../checks/exchange.ts';
import { quantile } from '../../checks/statistics/samples.ts';
import type { PlannedRequest } from '../planned-request.ts';

export type Waits = ReturnType<typeof newWaits>;
export type WaitsByKind = Record<string, Waits>;

/** A call still unanswered after this time has failed. Giving up on a call sooner proves nothing. */
export const fullWaitMs = 10_000;
const shortestWaitMs = 2500;
const mostInVain = 3;

/** What is known about waiting for one kind of call: an endpoint with a credential. */
export function newWaits() {
  return {
    /** Consecutive timeouts. Only a wait that began after the previous one ended counts, so that one stall of many calls counts once. */
    inVain: 0,
    /** When the last of these timeouts ended, in milliseconds since 1970. */
    inVainUntilMs: 0,
    /** Duration of the slowest call that was answered. */
    slowestMs: 0,
  };
}

export function waitsFor(kinds: WaitsByKind, { endpoint, authorization }: PlannedRequest): Waits {
  const kind = `${endpoint} ${authorization.credential}`;
  kinds[kind] ??= newWaits();
  return kinds[kind];
}

export function isHopeless({ inVain }: Waits): boolean {
  return inVain >= mostInVain;
}

/** Starts with the full wait and halves it after each timeout, but stays at twice the slowest answer or more. */
export function waitMs({ inVain, slowestMs }: Waits): number {
  return Math.min(fullWaitMs, Math.max(shortestWaitMs, slowestMs * 2, fullWaitMs / 2 ** inVain));
}

export function noteEnd(waits: Waits, durationMs: number): void {
  waits.inVain = 0;
  waits.slowestMs = Math.max(waits.slowestMs, durationMs);
}

/** Milliseconds by which each probe took longer than its twin, by credential. */
export type RefusalDelays = Partial<Record<Credential, number[]>>;

export function noteDelay(delays: RefusalDelays, probe: Exchange, twin: Exchange): void {
  if (probe.response.failure !== null || twin.response.failure !== null) return;
  delays[probe.credential] ??= [];
  delays[probe.credential]?.push(probe.response.durationMs - twin.response.durationMs);
}

/** How much longer encrypt typically takes to refuse a call than to accept one. 0: unknown, or not longer. */
export function refusalDelayMs(delays: RefusalDelays): number {
  const medians = Object.values(delays).map((ofOne) => quantile(ofOne, 0.5));
  return Math.max(0, ...medians);
}

const mostMoreInFlight = 48;

/** How many more concurrent calls these requests need in the time left if the service delays refusals. */
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
