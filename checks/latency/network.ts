import { bucketOf, bucketRatio, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import { distinct } from '../add-up.ts';
import { upperBound } from '../statistics/distributions.ts';
import { countText, percentText } from '../wording.ts';
import type { GeneratorFacts, LatencyMeasurement, RoundTrip } from './measurement.ts';
import type { LimitAt } from './reading.ts';

/** Something other than the service added more than `overMs` to at most the share `exceedance` of the calls. */
export interface GuardLevel {
  readonly overMs: number;
  /** The share of what was measured, of which the other is a bound. */
  readonly seen: number;
  readonly exceedance: number;
}

export function assumed(overMs: number, exceedance: number): GuardLevel {
  return { overMs, seen: exceedance, exceedance };
}

/** What the network can have added to a call: tried one by one against a service that seems slow. */
export interface NetworkPart {
  readonly levels: readonly GuardLevel[];
  /** Share of the failed calls that may be the network's. */
  readonly failures: number;
}

const none: NetworkPart = { levels: [/* @__PURE__ */ assumed(0, 0)], failures: 0 };

/** Up to this handshake time the control, on loopback, has already met the network. */
const nearMs = 0.5;
/** From here on the network is far: what it may do to a call is more than a few handshakes can show. */
const farMs = 1;
/** Where no handshake was timed the network may be as far away as this. */
const unknownMs = 120;
/** Two dozen handshakes bound no more than this: one lost packet costs a call 200 ms. */
const unknownExceedance = 0.5;
/** Handshakes under load that show how the network's time spreads, its slow end included. */
const fewestHandshakes = 300;
/** Shares of the handshakes at which the network's time is read. */
const quantiles = [0.5, 0.9, 0.99, 1];
/** A handshake is one packet each way. Over HTTP/2 a call is two, and the loss of any of them makes it late. */
const handshakesOfRoundTrip = 2;

/** Bounds on the network's time that are tried on the fail side. */
export function networkLevels(generator: GeneratorFacts, limitAt: LimitAt): number {
  return isMeasured(generator, limitAt) ? quantiles.length : 1;
}

/**
 * Near or by the client's view: nothing. Far and measured under load: the distribution of the handshakes, each bound at
 * confidence 1 − alpha. Else a bound so loose that only most of the calls can refute.
 */
export function networkPart(
  generator: GeneratorFacts,
  { limitMs, answerBytes }: Pick<LatencyMeasurement, 'limitMs' | 'answerBytes'>,
  limitAt: LimitAt,
  alpha: number,
): NetworkPart {
  const { roundTrip, handshakes } = generator;
  if (!isFar(roundTrip, limitAt)) return none;
  if (roundTrip === null) return { levels: [assumed(unknownMs, unknownExceedance)], failures: 0 };
  const jittered = isJittery(roundTrip, limitMs) ? 0.1 : 0;
  if (isMeasured(generator, limitAt))
    return { levels: measuredLevels(handshakes, answerBytes, alpha), failures: jittered };
  const overMs = Math.max(2, roundTripsFor(answerBytes)) * roundTrip.p95Ms;
  const exceedance = roundTrip.floorMs > farMs ? unknownExceedance : jittered;
  return { levels: [assumed(overMs, exceedance)], failures: jittered };
}

function isMeasured({ roundTrip, handshakes }: GeneratorFacts, limitAt: LimitAt): boolean {
  return roundTrip !== null && isFar(roundTrip, limitAt) && handshakeCount(handshakes) >= fewestHandshakes;
}

/** A call of several round trips exceeds as many times a bound only if one of its packets is late or lost. */
function measuredLevels(
  handshakes: GeneratorFacts['handshakes'],
  answerBytes: number,
  alpha: number,
): GuardLevel[] {
  const n = handshakeCount(handshakes);
  const roundTrips = roundTripsFor(answerBytes);
  const times = Math.max(handshakesOfRoundTrip * roundTrips, packetPairsFor(answerBytes));
  const bounds = distinct(quantiles.flatMap((share) => placeOf(handshakes, share)?.upToMs ?? []));
  return bounds.map((ms) => {
    const beyond = handshakeCount(handshakes.filter(({ upToMs }) => upToMs === null || upToMs > ms));
    return {
      overMs: roundTrips * ms,
      seen: Math.min(1, (times * beyond) / n),
      exceedance: Math.min(1, times * upperBound(beyond, n, alpha)),
    };
  });
}

export function handshakeCount(handshakes: GeneratorFacts['handshakes']): number {
  return handshakes.reduce((sum, { count }) => sum + count, 0);
}

/** The step within which this share of the handshakes was over, and how far into it. */
function placeOf(handshakes: GeneratorFacts['handshakes'], share: number) {
  const wanted = share * handshakeCount(handshakes);
  let below = 0;
  const found = handshakes.find(({ count }) => {
    below += count;
    return below >= wanted;
  });
  return found && { ...found, within: 1 - (below - wanted) / found.count };
}

/** The network's time as it is shown: of the handshakes under load, or of those before it. */
export function networkTimes({ floorMs, p95Ms }: RoundTrip, handshakes: GeneratorFacts['handshakes']) {
  const near = (share: number, before: number) => {
    const place = placeOf(handshakes, share);
    if (!place?.upToMs) return before;
    const { upToMs, within } = place;
    const fromMs = Math.max(upToMs / bucketRatio, Math.min(floorMs, upToMs));
    return fromMs + within * (upToMs - fromMs);
  };
  return { medianMs: near(0.5, floorMs), p99Ms: near(0.99, p95Ms) };
}

/** Near enough for k6's own error, measured on loopback, to hold the network's part. */
export function isNear(roundTrip: RoundTrip | null): boolean {
  return roundTrip !== null && roundTrip.floorMs <= nearMs;
}

/** The network is none of the service's business, and may explain what seems slow. */
export function isFar(roundTrip: RoundTrip | null, limitAt: LimitAt): boolean {
  return limitAt !== 'client' && !isNear(roundTrip);
}

/** Handshake times spread over more than a tenth of what the limit leaves to the service. */
function isJittery(roundTrip: RoundTrip, limitMs: number): boolean {
  const { floorMs, p95Ms } = roundTrip;
  return !isNear(roundTrip) && p95Ms - floorMs > 0.1 * (limitMs - floorMs);
}

/** What surely fits into the first window of a connection that was idle: 14.6 kB, of which headers may take half. */
const firstWindowBytes = 8_000;
const packetBytes = 1_400;

/** Round trips that an answer of so many bytes needs at most: the window doubles with each. */
export function roundTripsFor(bytes: number): number {
  return Math.max(1, Math.ceil(Math.log2(bytes / firstWindowBytes + 1)));
}

/**
 * A handshake is one packet each way. A call is held up or hit by a loss as often as any of its packets: so many times as
 * often as a handshake, at most.
 */
export function packetPairsFor(bytes: number): number {
  return Math.max(1, Math.ceil((1 + bytes / packetBytes) / 2));
}

/** Data that needs a round trip of its own: nobody but us chose its size, so from afar such calls are counted apart. */
export function isLargeFromAfar(bodyBytes: number, roundTrip: RoundTrip | null): boolean {
  return bodyBytes > firstWindowBytes && !isNear(roundTrip);
}

/** What the network may do to one call, as far as handshakes before the load tell. */
export interface AssumedNetwork {
  readonly networkMs: number;
  readonly explainsSlow: boolean;
  readonly explainsFailures: boolean;
}

/** As many as 64 KiB of data may need, there and back, on a connection that was idle; and any other data. */
const mostRoundTrips = { large: 7, other: 2 };

const noNetwork: AssumedNetwork = { networkMs: 0, explainsSlow: false, explainsFailures: false };

export function assumedNetwork(
  roundTrip: RoundTrip | null,
  limitAt: LimitAt,
  limitMs: number,
  size: 'large' | 'other',
): AssumedNetwork {
  if (isNear(roundTrip)) return noNetwork;
  const networkMs = mostRoundTrips[size] * (roundTrip?.p95Ms ?? unknownMs);
  // The network is the service's business there; the size of the data is ours.
  if (limitAt === 'client') return size === 'large' ? { ...noNetwork, networkMs } : noNetwork;
  return {
    networkMs,
    explainsSlow: true,
    explainsFailures: roundTrip !== null && isJittery(roundTrip, limitMs),
  };
}

/** Of some thousand handshakes the fastest is by so much of their spread faster than the fastest of two dozen. */
const fasterYet = 0.4;

/**
 * Where the limit holds at the service: the least that the network adds to a call, with a tenth to spare, and more until
 * an edge of the histogram: in its bucket a handshake that was faster could not be told from one that was not.
 */
export function leastNetworkMs(roundTrip: RoundTrip | null, limitAt: LimitAt): number {
  if (limitAt !== 'service' || roundTrip === null || isNear(roundTrip)) return 0;
  const { floorMs, p95Ms } = roundTrip;
  const leastMs = Math.min(0.9 * floorMs, floorMs - fasterYet * (p95Ms - floorMs));
  return leastMs > 0 ? (upperEdgeMs(bucketOf(leastMs) - 1) ?? 0) : 0;
}

/** Valid calls on connections that were opened because we had closed the ones before. */
export interface FreshCalls {
  readonly calls: number;
  /** Of these: no answer, or 5xx. */
  readonly failures: number;
}

const fewestFailures = 2;
const mostShare = 0.001;

/**
 * Why calls on fresh connections leave the verdict open; null: they do not. k6 repeats a GET whose used connection is
 * reset before an answer, and tells nobody, so that failures of such a service show on fresh connections alone.
 */
export function freshCallProblem({ calls, failures }: FreshCalls): string | null {
  if (failures < fewestFailures || failures <= mostShare * calls) return null;
  const share = percentText(failures / calls, 'up');
  return `${countText(failures)} of ${countText(calls)} calls on a fresh connection failed (${share}). On a used connection k6 retries a GET whose connection breaks, which hides such failures.`;
}
