import type { RoundTrip } from '../../dist/facts-types.ts';
import { bucketOf, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import { mostBytesUnderLoad } from '../../schemas/load-plan.ts';
import { distinct } from '../add-up.ts';
import { type Said, said } from '../causes.ts';
import { boundedShare, known, scaled, upperBound } from '../statistics/distributions.ts';
import { percentText } from '../wording.ts';
import { failAlpha, type LatencyExpectation, type LimitAt } from './expectation.ts';
import type { GeneratorFacts, Handshakes, LatencyMeasurement } from './measurement.ts';

/** A level: at most this share of the calls was delayed by more than `overMs` by something other than the service. */
export function assumed(overMs: number, exceedance: number) {
  return { overMs, exceedance: known(exceedance) };
}

/** Up to this handshake time, the error measured on the control endpoint, on loopback, covers the network. */
const nearMs = 0.5;
/** The most round trips of a call on an idle connection. */
const mostRoundTrips = 2;
/** Two dozen handshakes cannot bound a smaller share: one lost packet costs a call 200 ms. */
const unknownExceedance = 0.5;
/** With this many handshakes under load, the distribution of network times is known, including its slow end. */
const fewestHandshakes = 300;
/** Quantiles of the handshakes tried as bounds. Two in a thousand exceed the third: too few to hide that a p99 is broken. */
const quantiles = [0.9, 0.99, 0.998, 1];
/** A handshake is one packet each way. Over HTTP/2 a call is two, and is late if any of them is lost. */
const handshakesOfRoundTrip = 2;

/**
 * The network's part in slow calls, as levels to try against a service that seems slow. `alpha`: the chance of a wrong fail for each
 * bound, which the levels share. Near, or if the limit holds for the caller: nothing. Far and measured under load: the distribution of
 * the handshakes. Timed only before the load: a bound so loose that only a majority of slow calls can refute. Never timed: no level,
 * so only calls without an answer can. No distance explains those. `times`: of a load that is this many times as long.
 */
export function networkPart(
  generator: GeneratorFacts,
  { answerBytes }: LatencyMeasurement,
  expectation: LatencyExpectation,
  times: number,
) {
  const { roundTrip, handshakes } = generator;
  const alpha = failAlpha(expectation);
  if (!isFar(generator, expectation.limitAt)) return { levels: [assumed(0, 0)], alpha };
  if (roundTrip === null) return { levels: [], alpha };
  if (times * handshakeCount(handshakes) >= fewestHandshakes) {
    const ofEach = failAlpha(expectation, quantiles.length);
    return { levels: measuredLevels(handshakes, answerBytes, ofEach, times), alpha: ofEach };
  }
  const overMs = Math.max(mostRoundTrips, roundTripsFor(answerBytes)) * roundTrip.p95Ms;
  return { levels: [assumed(overMs, unknownExceedance)], alpha };
}

/** A call of several round trips exceeds that multiple of a bound only if one of its packets is late or lost. */
function measuredLevels(handshakes: Handshakes, answerBytes: number, alpha: number, times: number) {
  const n = handshakeCount(handshakes);
  const roundTrips = roundTripsFor(answerBytes);
  const oftener = Math.max(handshakesOfRoundTrip * roundTrips, packetPairsFor(answerBytes));
  const bounds = distinct(quantiles.flatMap((share) => entryAt(handshakes, share)?.upToMs ?? []));
  return bounds.map((ms) => {
    const beyond = boundedShare(upperBound, handshakesBeyond(handshakes, ms), n, alpha, 1 / times);
    return { overMs: roundTrips * ms, exceedance: scaled(beyond, oftener) };
  });
}

export function handshakeCount(handshakes: Handshakes): number {
  return handshakes.reduce((sum, { count }) => sum + count, 0);
}

export function handshakesBeyond(handshakes: Handshakes, ms: number): number {
  return handshakeCount(handshakes.filter(({ upToMs }) => upToMs === null || upToMs > ms));
}

/** The entry of a histogram that contains this share of its counts. */
export function entryAt(handshakes: Handshakes, share: number) {
  const wanted = share * handshakeCount(handshakes);
  let below = 0;
  return handshakes.find(({ count }) => {
    below += count;
    return below >= wanted;
  });
}

/** Network times for reports, from the handshakes under load if there are any, otherwise from those before it. */
export function networkTimes({ floorMs, p95Ms }: RoundTrip, handshakes: Handshakes) {
  const upTo = (share: number) => entryAt(handshakes, share)?.upToMs;
  return { medianMs: upTo(0.5) ?? floorMs, p99Ms: upTo(0.99) ?? p95Ms };
}

/** Whether handshakes are so short that k6's error, measured on loopback, covers them. */
export function isNear(roundTrip: RoundTrip | null): boolean {
  return roundTrip !== null && roundTrip.floorMs <= nearMs;
}

/** Whether the network may explain slowness and is not the service's responsibility. */
export function isFar(generator: GeneratorFacts, limitAt: LimitAt): boolean {
  return limitAt !== 'client' && isFelt(generator);
}

/** A lost packet makes a handshake take a second, and a call 200 ms. */
const longHandshakeMs = 20;
const mostLongHandshakes = 0.001;

/** Whether network time matters: the network is far, or, outside this machine, packets are late or lost. */
export function isFelt({ roundTrip, handshakes, isOnThisMachine }: GeneratorFacts): boolean {
  const count = handshakeCount(handshakes);
  const long = handshakesBeyond(handshakes, longHandshakeMs);
  const isLosing = count >= fewestHandshakes && long > mostLongHandshakes * count;
  return !isNear(roundTrip) || (isLosing && !isOnThisMachine);
}

/** What certainly fits into the first window of an idle connection: 14.6 kB, half of which headers may take. */
const firstWindowBytes = 8_000;
const packetBytes = 1_400;

/** The most round trips that an answer of this size needs: the window doubles with each. */
export function roundTripsFor(bytes: number): number {
  return Math.max(1, Math.ceil(Math.log2(bytes / firstWindowBytes + 1)));
}

/** How many times as often as a handshake, which is one packet each way, a call may be delayed or hit by packet loss. */
export function packetPairsFor(bytes: number): number {
  return Math.max(1, Math.ceil((1 + bytes / packetBytes) / 2));
}

/** The most data of a call under load. More would need a round trip of its own, so the harness's choice of data would count as latency. */
export function mostBytesOver(roundTrip: RoundTrip | null): number {
  return isNear(roundTrip) ? mostBytesUnderLoad : firstWindowBytes;
}

/** The most that the network may add to a call, judging by handshakes before the load; Infinity if none was timed. */
export function assumedNetworkMs(roundTrip: RoundTrip | null, limitAt: LimitAt): number {
  return isNear(roundTrip) || limitAt === 'client' ? 0 : mostRoundTrips * (roundTrip?.p95Ms ?? Infinity);
}

/** The fastest of a thousand handshakes is faster than the fastest of two dozen by up to this part of their spread. */
const fasterYet = 0.4;

/**
 * The least that the network adds to a call if the limit holds at the service. A tenth is held back, and the time is rounded down
 * to a histogram edge, because handshakes within one bucket cannot be told apart.
 */
export function leastNetworkMs(roundTrip: RoundTrip | null, limitAt: LimitAt): number {
  if (limitAt !== 'service' || roundTrip === null || isNear(roundTrip)) return 0;
  const { floorMs, p95Ms } = roundTrip;
  const leastMs = Math.min(0.9 * floorMs, floorMs - fasterYet * (p95Ms - floorMs));
  return leastMs > 0 ? (upperEdgeMs(bucketOf(leastMs) - 1) ?? 0) : 0;
}

const fewestFailures = 2;
const mostShare = 0.001;

/**
 * Why valid calls on connections that were opened because the harness had closed the previous ones leave the verdict open; null:
 * they do not. `failures`: those without a complete answer. k6 silently repeats a GET if its reused connection is reset before an
 * answer, so such failures show only on fresh connections.
 */
export function freshCallProblem(calls: number, failures: number): Said | null {
  if (failures < fewestFailures || failures <= mostShare * calls) return null;
  return said('connections-break', { failures, calls, share: percentText(failures / calls, 'up') });
}
