import { type ShareInterval, shareInterval, upperBound } from '../statistics/clopper-pearson.ts';
import {
  designEffect,
  farApart,
  type Slice,
  standardErrorsApart,
  total,
} from '../statistics/design-effect.ts';
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
