import { type ShareInterval, shareInterval, upperBound } from '../statistics/clopper-pearson.ts';
import { designEffect, type Slice } from '../statistics/design-effect.ts';
import { intervalConfidence, passAlpha } from './error-rates.ts';
import type { LatencyMeasurement } from './measurement.ts';

/** The share of slow calls by the larger latency: raw durations, failed and dropped calls as slow. */
export interface SlowShare {
  /** Calls that were due: valid and dropped. */
  readonly n: number;
  readonly x: number;
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
export function slowShare(measurement: LatencyMeasurement, clustering: 'measured' | 'any'): SlowShare {
  const { valid, slow, failed, dropped } = measurement;
  const n = valid + dropped;
  const x = slow + failed + dropped;
  const sliced = measurement.slices.length >= fewestSlices;
  const bursts = sliced ? designEffect(slowSlices(measurement)) : Math.max(1, x);
  const effect = clustering === 'any' ? Math.max(1, x) : withDropped(bursts, slow + failed, dropped);
  return {
    n,
    x,
    designEffect: effect,
    bursts,
    upper: upperBound(x / effect, n / effect, passAlpha),
    interval: n === 0 ? null : shareInterval(x / effect, n / effect, intervalConfidence),
  };
}

export function slowSlices({ slices }: LatencyMeasurement): Slice[] {
  return slices.map(({ n, slow, failed }) => ({ n, hits: slow + failed }));
}

/** Dropped calls have no time: they are taken as one more burst. */
function withDropped(effect: number, hits: number, dropped: number): number {
  if (dropped === 0) return effect;
  return Math.max(effect, (effect * hits + dropped * dropped) / (hits + dropped));
}
