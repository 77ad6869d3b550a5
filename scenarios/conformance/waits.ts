import type { Credential, Exchange } from '../../checks/exchange.ts';
import { quantile } from '../../checks/statistics/samples.ts';
import type { PlannedRequest } from '../planned-request.ts';

/** A call still unanswered after this time has failed. Giving up on a call sooner proves nothing. */
export const fullWaitMs = 10_000;
const shortestWaitMs = 2500;
const mostInVain = 3;

/** What is known about waiting for one kind of call: an endpoint with a credential. Times are in milliseconds since 1970. */
export function newWaits() {
  let consecutive = 0;
  let lastUntilMs = 0;
  let slowestMs = 0;
  return {
    isHopeless: () => consecutive >= mostInVain,
    /** Starts with the full wait and halves it after each timeout, but stays at twice the slowest answer or more. */
    nextMs: () =>
      Math.min(fullWaitMs, Math.max(shortestWaitMs, slowestMs * 2, fullWaitMs / 2 ** consecutive)),
    ended: (durationMs: number) => {
      consecutive = 0;
      slowestMs = Math.max(slowestMs, durationMs);
    },
    /** Only a wait that began after the previous timeout counts, so that one stall of many calls counts once. */
    timedOut: (fromMs: number, untilMs: number) => {
      if (fromMs >= lastUntilMs) consecutive += 1;
      lastUntilMs = untilMs;
    },
  };
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
export function moreInFlight(delays: RefusalDelays, requests: readonly PlannedRequest[], leftMs: number) {
  const refusals = requests.filter(({ authorization }) => authorization.credential !== 'token').length;
  return Math.min(mostMoreInFlight, Math.floor((refusals * refusalDelayMs(delays)) / Math.max(1, leftMs)));
}
