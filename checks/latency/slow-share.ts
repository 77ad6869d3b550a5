import type { Capacity, LevelResult } from '../../dist/report-types.ts';
import { lowerBound, type ShareInterval, shareInterval, upperBound } from '../statistics/distributions.ts';
import {
  batchMeansEffect,
  designEffect,
  farApart,
  quantile,
  type Slice,
  standardErrorsApart,
  sumOf,
  total,
} from '../statistics/samples.ts';
import type { HandshakeCount, LatencyMeasurement, LatencySlice } from './measurement.ts';
import { handshakeCount } from './network.ts';
import { intervalConfidence } from './reading.ts';

/** The share of slow calls by the larger latency: raw durations, and all that shows no fast answer as slow. */
export interface SlowShare {
  /** Calls that were due: valid and dropped. */
  readonly n: number;
  readonly x: number;
  /** Of these: answered under the limit. */
  readonly unproven: Unproven;
  /** Counted calls worth one independent call; `bursts` of the calls made, without dropped ones. */
  readonly designEffect: number;
  readonly bursts: number;
  /** Of these calls no more may have had less network than was taken off; part of `upper`. */
  readonly fasterNetwork: number;
  /** No more than this share is slow, with confidence 1 − alpha. */
  readonly upper: number;
  /** Of the calls that were not slow. */
  readonly underLimit: ShareInterval | null;
}

/**
 * Calls under the limit that show no fast service. One that was made late may have been due in a stall. One that had
 * to connect anew, where more do than may be slow, waited for the connection too, which k6's duration leaves out.
 */
interface Unproven {
  readonly late: number;
  readonly setUp: number;
}

/** With fewer slices nothing can be said of bursts, and the slow calls are taken as one. */
const fewestSlices = 20;

interface ShareInput {
  /** Share of the calls that may be slow. */
  readonly allowed: number;
  readonly handshakes: readonly HandshakeCount[];
  /** Chance that more calls are slow than the upper bound. */
  readonly alpha: number;
}

/**
 * `clustering` "any" takes all slow calls as one burst, so that a bound on their number can be set before the run;
 * "measured" estimates from the time slices how they came.
 */
export function slowShare(
  measurement: LatencyMeasurement,
  clustering: 'measured' | 'any',
  { allowed, handshakes, alpha }: ShareInput,
): SlowShare {
  const { valid, slow, failed, dropped, slices } = measurement;
  const unproven = unprovenCalls(measurement, allowed);
  const n = valid + dropped;
  const hits = slow + failed + unproven.late + unproven.setUp;
  const x = hits + dropped;
  const all = slices.map((slice) => ({ n: slice.n, hits: hitsOf(slice, unproven) }));
  const bursts =
    slices.length >= fewestSlices
      ? Math.max(designEffect(slowSlices(measurement)), designEffect(all))
      : Math.max(1, x);
  // Where something was taken off for the network, two bounds share the chance of an error.
  const ofEach = measurement.takenOffMostMs > 0 ? alpha / 2 : alpha;
  const faster = fasterNetwork(measurement, handshakes, ofEach);
  const effect = clustering === 'any' ? Math.max(1, x) : withDropped(bursts, hits, dropped);
  return {
    n,
    x,
    unproven,
    designEffect: effect,
    bursts,
    fasterNetwork: faster,
    upper: Math.min(1, upperBound(x / effect, n / effect, ofEach) + faster),
    underLimit: n === 0 ? null : shareInterval((n - x) / effect, n / effect, intervalConfidence),
  };
}

function unprovenCalls({ slices, valid, reopened }: LatencyMeasurement, allowed: number): Unproven {
  const sum = (of: 'late' | 'setUp') => slices.reduce((calls, slice) => calls + slice[of], 0);
  return { late: sum('late'), setUp: reopened > allowed * valid ? sum('setUp') : 0 };
}

function hitsOf({ slow, failed, late, setUp }: LatencySlice, unproven: Unproven): number {
  return slow + failed + late + (unproven.setUp > 0 ? setUp : 0);
}

/**
 * Share of the calls that may look fast because more was taken off than the network took: none, where no handshake was
 * faster, any, where none was timed, and only of those that took the limit before anything was taken off.
 */
function fasterNetwork(
  { takenOffMostMs, limitMs, percentiles }: LatencyMeasurement,
  handshakes: readonly HandshakeCount[],
  alpha: number,
): number {
  if (takenOffMostMs === 0) return 0;
  const timed = handshakeCount(handshakes);
  const faster = handshakes.filter(({ upToMs }) => upToMs !== null && upToMs <= takenOffMostMs);
  const count = handshakeCount(faster);
  if (count === 0 && timed > 0) return 0;
  const under = Math.max(0, ...percentiles.flatMap(({ percentile, ms }) => (ms < limitMs ? percentile : [])));
  return Math.min(1 - under / 100, timed === 0 ? 1 : upperBound(count, timed, alpha));
}

/** Dropped calls have no time: they are taken as one more burst. */
function withDropped(effect: number, hits: number, dropped: number): number {
  if (dropped === 0) return effect;
  return Math.max(effect, (effect * hits + dropped * dropped) / (hits + dropped));
}

/** Of the service alone. */
export function slowSlices({ slices }: LatencyMeasurement): Slice[] {
  return slices.map(({ n, slow, failed }) => ({ n, hits: slow + failed }));
}

/** True when the slow share of the first half and the second, or the first third and the last, are far apart. */
export function isDrifting(measurement: LatencyMeasurement): boolean {
  const slices = slowSlices(measurement);
  return [2, 3].some((parts) => {
    const length = Math.floor(slices.length / parts);
    const [first, last] = [slices.slice(0, length), slices.slice(slices.length - length)];
    // Bursts within either part widen the error; a step between them does not.
    const bursts = Math.max(designEffect(first), designEffect(last));
    return Math.abs(standardErrorsApart(total(first), total(last), bursts)) > farApart;
  });
}

/** A rate that was held for a while, and what one endpoint did. */
export interface LoadLevel {
  /** Requests per second, all endpoints together. */
  readonly rate: number;
  /** After the highest rate: shows how the service recovers, and says nothing of what it can bear. */
  readonly afterPeak: boolean;
  /** Calls made, by slices of time; hits did not answer with success under the limit. */
  readonly slices: readonly Slice[];
  /** Of the calls made: turned away, failed, or so far over the limit that no fit generator can have added it. */
  readonly broken: number;
  /** Calls that the generator did not make. */
  readonly dropped: number;
  /** Control calls, and how many of them were misread by as much; null without a control endpoint. */
  readonly control: { readonly n: number; readonly misread: number } | null;
}

/** Chance, on either side of each interval, that the true share lies beyond. */
const alpha = 0.025;
/** Misread calls where nothing is known of the generator. */
const assumedMisread = 0.03;

/** `allowed` is the share of calls that may be slow. A rate too low for enough calls is kept where a higher one is. */
export function capacityOf(levels: readonly LoadLevel[], allowed: number): Capacity {
  const results = levels.map((level) => resultOf(level, allowed));
  const rates = (state: LevelResult['state']) =>
    results.flatMap((level) => (level.state === state && !level.afterPeak ? level.rate : []));
  const broken = Math.min(...rates('broken'));
  const kept = Math.max(...rates('kept').filter((rate) => rate < broken));
  return {
    keptAt: Number.isFinite(kept) ? kept : null,
    brokenAt: Number.isFinite(broken) ? broken : null,
    levels: results,
  };
}

function resultOf(level: LoadLevel, allowed: number): LevelResult {
  const { rate, afterPeak, slices, broken, dropped, control } = level;
  const made = sumOf(slices, ({ n }) => n);
  const requests = made + dropped;
  const slow = sumOf(slices, ({ hits }) => hits) + dropped;
  const effect = Math.max(1, batchMeansEffect(slices, slices.length));
  const misread = control === null ? assumedMisread : upperBound(control.misread, control.n, alpha);
  const isBroken = lowerBound(broken / effect, made / effect, alpha) > allowed + misread;
  const interval =
    requests === 0 ? null : shareInterval((requests - slow) / effect, requests / effect, 1 - 2 * alpha);
  const isKept = interval !== null && 1 - interval.lower <= allowed;
  const misreads = control !== null && control.misread > allowed * control.n;
  return {
    rate,
    afterPeak,
    state: isBroken ? 'broken' : isKept ? 'kept' : 'unknown',
    requests,
    slow,
    dropped,
    share_under_limit: requests === 0 ? null : 1 - slow / requests,
    share_under_limit_interval: interval,
    generatorLimited: !isBroken && !isKept && (dropped > allowed * requests || misreads),
  };
}

/** Calls to one endpoint that came in one stretch of the warm-up. */
export interface WarmUpStretch {
  /** Of the calls that were answered with success. */
  readonly durationsMs: readonly number[];
  /** Calls made, answered or not. */
  readonly calls: number;
  readonly slow: number;
}

/** A stretch that got faster by more than this has not settled. */
const fasterShare = 0.1;
const fasterMs = 0.5;

/** True unless the service still grew faster between the two: one that grows slower is not waited for. */
export function hasSettled(before: WarmUpStretch, after: WarmUpStretch): boolean {
  if (before.calls === 0 || after.calls === 0) return true;
  const grewFaster = [0.5, 0.9].some((share) => {
    const [earlier, later] = [quantile(before.durationsMs, share), quantile(after.durationsMs, share)];
    return earlier - later > Math.max(fasterMs, fasterShare * earlier);
  });
  return !grewFaster && standardErrorsApart(slowOf(before), slowOf(after)) <= farApart;
}

function slowOf({ calls, slow }: WarmUpStretch): Slice {
  return { n: calls, hits: slow };
}
