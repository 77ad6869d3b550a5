import { type ShareInterval, shareInterval, upperBound } from '../statistics/clopper-pearson.ts';
import { designEffect, type Slice } from '../statistics/design-effect.ts';
import { intervalConfidence, passAlpha } from './error-rates.ts';
import type { LatencyMeasurement, LatencySlice } from './measurement.ts';

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
  /** No more than this share is slow, with confidence 1 − passAlpha. */
  readonly upper: number;
  readonly interval: ShareInterval | null;
}

/** With fewer slices nothing can be said of bursts, and the slow calls are taken as one. */
const fewestSlices = 20;

/**
 * `clustering` "any" takes all slow calls as one burst, so that a bound on their number can be set before the run;
 * "measured" estimates from the time slices how they came.
 */
export function slowShare(
  measurement: LatencyMeasurement,
  clustering: 'measured' | 'any',
  allowed: number,
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
  const effect = clustering === 'any' ? Math.max(1, x) : withDropped(bursts, hits, dropped);
  return {
    n,
    x,
    unproven,
    designEffect: effect,
    bursts,
    upper: upperBound(x / effect, n / effect, passAlpha),
    interval: n === 0 ? null : shareInterval(x / effect, n / effect, intervalConfidence),
  };
}

/**
 * Calls under the limit that show no fast service. One that was made late may have been due in a stall. One that had
 * to connect anew, where more do than may be slow, waited for the connection too, which k6's duration leaves out.
 */
export interface Unproven {
  readonly late: number;
  readonly setUp: number;
}

function unprovenCalls({ slices, valid, connections }: LatencyMeasurement, allowed: number): Unproven {
  const total = (of: 'late' | 'setUp') => slices.reduce((sum, slice) => sum + slice[of], 0);
  return { late: total('late'), setUp: connections.reopened > allowed * valid ? total('setUp') : 0 };
}

function hitsOf({ slow, failed, late, setUp }: LatencySlice, unproven: Unproven): number {
  return slow + failed + late + (unproven.setUp > 0 ? setUp : 0);
}

/** Of the service alone. */
export function slowSlices({ slices }: LatencyMeasurement): Slice[] {
  return slices.map(({ n, slow, failed }) => ({ n, hits: slow + failed }));
}

/** Dropped calls have no time: they are taken as one more burst. */
function withDropped(effect: number, hits: number, dropped: number): number {
  if (dropped === 0) return effect;
  return Math.max(effect, (effect * hits + dropped * dropped) / (hits + dropped));
}
