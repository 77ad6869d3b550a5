import type { Interval } from '../../dist/report-types.ts';
import { closesConnections, virtualUsers } from '../../schemas/load-plan.ts';
import { boundedShare, lowerBound, shareInterval, upperBound } from '../statistics/distributions.ts';
import { batchMeansEffect, designEffect, type Slice, sumOf } from '../statistics/samples.ts';
import { allowedShare, intervalConfidence, type LatencyExpectation, passAlphaAt } from './expectation.ts';
import type { GeneratorFacts, Handshakes, LatencyMeasurement } from './measurement.ts';
import { handshakeCount, handshakesBeyond } from './network.ts';

/** The share of slow calls by the larger latency: raw durations, counting every call that does not prove a fast answer as slow. */
export interface SlowShare {
  /** Scheduled calls: valid and dropped. */
  readonly n: number;
  readonly x: number;
  /** Numbers of calls among `x` that prove neither a fast nor a slow service. */
  readonly unproven: {
    /** Answered with an error in time. */
    readonly errors: number;
    /** Sent late, so they may have been due during a stall. */
    readonly late: number;
    /** Sent again by Go's HTTP client after a broken connection: k6 timed only the last attempt. */
    readonly repeated: number;
    /** Waited for a new connection, which k6's duration omits. Counted only if more calls reconnect than may be slow. */
    readonly setUp: number;
  };
  /** Number of calls worth one independent call. `bursts`: the same for a fail, without dropped calls. */
  readonly designEffect: number;
  readonly bursts: number;
  /** At most this share of the calls had less network time than was taken off. Included in `upper`. */
  readonly fasterNetwork: number;
  /** At most this share is slow, at confidence 1 − alpha. */
  readonly upper: number;
  /** Interval of the share that was not slow. */
  readonly underLimit: Interval | null;
}

/** With fewer slices bursts cannot be estimated, and all slow calls count as one burst. */
const fewestSlices = 20;

/** Without a control all slow calls count as one burst, so that their number can be bounded before the run. */
export function slowShare(
  measurement: LatencyMeasurement,
  { control, handshakes }: Pick<GeneratorFacts, 'control' | 'handshakes'>,
  { percentile, loads }: Pick<LatencyExpectation, 'percentile' | 'loads'>,
): SlowShare {
  const { valid, slow, failed, unanswered, lateErrors, dropped, slices, reopened } = measurement;
  const unproven = {
    errors: failed - unanswered - lateErrors,
    late: sumOf(slices, ({ late }) => late),
    repeated: sumOf(slices, ({ repeated }) => repeated),
    setUp: reopened > allowedShare(percentile) * valid ? sumOf(slices, ({ setUp }) => setUp) : 0,
  };
  const n = valid + dropped;
  const hits = slow + failed + unproven.late + unproven.repeated + unproven.setUp;
  const x = hits + dropped;
  const all = slices.map(({ n, slow, failed, late, repeated, setUp }) => ({
    n,
    hits: slow + failed + late + repeated + (unproven.setUp > 0 ? setUp : 0),
  }));
  const inTime = Math.max(designEffect(slowSlices(measurement)), designEffect(all));
  const between = effectBetween(measurement);
  const bursts = slices.length >= fewestSlices ? Math.max(inTime, between) : Math.max(1, x);
  // Dropped calls have no time, so they count as one more burst.
  const withDropped = dropped === 0 ? 0 : (bursts * hits + dropped * dropped) / x;
  const effect = control === null ? Math.max(1, x) : Math.max(bursts, withDropped);
  return {
    n,
    x,
    unproven,
    designEffect: effect,
    bursts,
    ...mostSlow({ n, x, designEffect: effect }, measurement, handshakes, loads),
    underLimit: n === 0 ? null : shareInterval((n - x) / effect, n / effect, intervalConfidence),
  };
}

/**
 * The largest share that may be slow, and its part that only seems fast. Their bounds at the same confidence add up to a wider one.
 * `times`: of a load that is this many times as long and goes on like this one.
 */
export function mostSlow(
  { n, x, designEffect }: Pick<SlowShare, 'n' | 'x' | 'designEffect'>,
  measurement: LatencyMeasurement,
  handshakes: Handshakes,
  loads: LatencyExpectation['loads'],
  times = 1,
): Pick<SlowShare, 'fasterNetwork' | 'upper'> {
  const alpha = passAlphaAt(loads);
  const faster = fasterNetwork(measurement, handshakes, alpha, times);
  const slow = boundedShare(upperBound, x, n, alpha, designEffect / times).bound;
  return { fasterNetwork: faster, upper: Math.min(1, slow + faster) };
}

/**
 * At most this share of the calls seems fast because more time was taken off than the network took, at confidence 1 − alpha. Only
 * calls that reached the limit before the deduction can: all if no handshake was timed.
 */
function fasterNetwork(
  { takenOffMostMs, limitMs, percentiles }: LatencyMeasurement,
  handshakes: Handshakes,
  alpha: number,
  times: number,
): number {
  if (takenOffMostMs === 0) return 0;
  const timed = handshakeCount(handshakes);
  const faster = timed - handshakesBeyond(handshakes, takenOffMostMs);
  const under = Math.max(0, ...percentiles.flatMap(({ percentile, ms }) => (ms < limitMs ? percentile : [])));
  return Math.min(1 - under / 100, upperBound(times * faster, times * timed, alpha));
}

/**
 * Number of slow calls worth one because slowness depends on connections. Behind a load balancer all calls of a connection may
 * reach one slow backend, and a load has few lasting connections.
 */
function effectBetween(measurement: LatencyMeasurement): number {
  const n = measurement.valid / virtualUsers;
  const users = slowByUser(measurement, false).map((hits) => ({ n, hits }));
  return batchMeansEffect(users, users.length);
}

/** Significance level at which fresh and lasting connections count as different. */
const differenceAlpha = 0.1;

/**
 * The calls by connection; null: slowness does not depend on it. Behind a load balancer the few lasting connections may all miss a
 * slow backend. Each fresh connection is an independent draw, so fresh calls alone must be fast enough, unless as many of the others
 * are slow. `effect`: the number of slow calls that count as one. `longerTimes`: how many times as many fresh calls would be enough if no more of them were slow.
 */
export function slowByConnection(
  measurement: LatencyMeasurement,
  { percentile, loads }: LatencyExpectation,
  effect: number,
) {
  const { fresh, lasting } = callsByConnection(measurement);
  const [x, n] = [fresh.hits / effect, fresh.n / effect];
  const [alpha, allowed] = [passAlphaAt(loads), allowedShare(percentile)];
  const upper = upperBound(x, n, alpha);
  const isDifferent = lowerBound(x, n, differenceAlpha) > lasting.hits / Math.max(1, lasting.n);
  if (upper <= allowed || !isDifferent) return null;
  const areTooSlow = fresh.hits > allowed * fresh.n;
  const longerTimes = areTooSlow ? Number.POSITIVE_INFINITY : upper / allowed;
  return { fresh, lasting, longerTimes };
}

/** Calls that each had a connection of their own, and all others. Hits: slow answers. */
function callsByConnection(measurement: LatencyMeasurement) {
  const { valid, freshCalls } = measurement;
  return {
    fresh: { n: freshCalls, hits: sumOf(slowByUser(measurement, true), Number) },
    lasting: { n: valid - freshCalls, hits: sumOf(slowByUser(measurement, false), Number) },
  };
}

/** Of the users that close the connection after each call, or of the others. */
function slowByUser({ slowByUser: slow }: LatencyMeasurement, closes: boolean): number[] {
  return slow.filter((_, user) => closesConnections(user) === closes);
}

/** Virtual users whose connections last: each has at least one. */
export const lastingUsers = Array.from({ length: virtualUsers }, (_, user) => user).filter(
  (user) => !closesConnections(user),
).length;

/** Slow and failed calls, without those that merely prove nothing. */
export function slowSlices({ slices }: Pick<LatencyMeasurement, 'slices'>): Slice[] {
  return slices.map(({ n, slow, failed }) => ({ n, hits: slow + failed }));
}

/** The calls that count as slow, by what happened to them. */
export function slowCalls({ limitMs, unanswered, dropped }: LatencyMeasurement, { x, unproven }: SlowShare) {
  const { errors, late, repeated, setUp } = unproven;
  const others = [
    { what: 'not answered', count: unanswered },
    { what: 'error in time', count: errors },
    { what: 'not sent', count: dropped },
    { what: 'sent late by this machine', count: late },
    { what: 'probably repeated by k6', count: repeated },
    { what: 'had to reconnect', count: setUp },
  ];
  const timed = x - sumOf(others, ({ count }) => count);
  return [{ what: `${limitMs} ms or longer`, count: timed }, ...others].filter(({ count }) => count > 0);
}
