import { distinct } from '../add-up.ts';
import {
  type BoundedShare,
  boundedShare,
  lowerBound,
  lowerDifference,
  scaled,
  upperBound,
} from '../statistics/distributions.ts';
import { accidentEffect, total } from '../statistics/samples.ts';
import type { LatencyFacts } from './conditions.ts';
import { triedExceedances } from './expectation.ts';
import { isStarved } from './machine-conditions.ts';
import { countBeyond, type GeneratorFacts, type LatencyMeasurement, overGridMs } from './measurement.ts';
import { assumed, networkPart } from './network.ts';
import { type SlowShare, slowSlices } from './slow-share.ts';

/**
 * What the smaller latency shows, durations less a guard band for the error of measurement and the network's time: at least a share
 * `lower` is slow (0: nothing is shown). It is the largest share that any band shows, each at confidence 1 − alpha: of slow and
 * unanswered calls, and of unanswered calls alone, which no distance explains. Errors in time are not slow, and dropped and late
 * calls are not held against the service. `guardMs`: the band that shows it; if none does, the control's p99 or the smallest
 * default, plus the network's part. `times`: judges a load that is this many times as long and goes on like this one.
 */
export function refute({ measurement, share, generator, expectation }: LatencyFacts, times = 1) {
  const { levels: networkLevels, alpha } = networkPart(generator, measurement, expectation, times);
  const { levels, usualMs } = errorLevels(generator, alpha, times);
  const slowBeyond = slowByGuard(measurement, share, alpha, times);
  const guardMs = usualMs + (networkLevels[0]?.overMs ?? 0);
  const madeShare = measurement.valid / Math.max(1, share.n);
  const bands = levels.flatMap(({ overMs, exceedance }) => [
    ...networkLevels.map((network) => {
      // Part of the network's time may have been taken off already.
      const bandMs = overMs + network.overMs - measurement.takenOffMs;
      const errors = [exceedance, scaled(network.exceedance, madeShare)];
      return { guardMs: bandMs, lower: lowerDifference(slowBeyond(bandMs), errors) };
    }),
    { guardMs, lower: lowerDifference(slowBeyond(Number.POSITIVE_INFINITY), [exceedance]) },
  ]);
  const nothing = { lower: 0, guardMs };
  if (isStarved(generator)) return nothing;
  return bands.reduce((one, other) => (other.lower > one.lower ? other : one), nothing);
}

/** By how much a call's duration may have been measured too long. */
function errorLevels({ control }: GeneratorFacts, alpha: number, times: number) {
  if (control === null) {
    // What k6 adds on a noisy machine.
    const levels = [assumed(8, 0.1), assumed(35, 0.03), assumed(80, 0.01)];
    return { levels, usualMs: levels[0]?.overMs ?? 0 };
  }
  const { n, lost, overError } = control;
  const stepFor = (hits: number) => overGridMs.find((step) => countBeyond(overError, step) <= hits);
  const steps = triedExceedances.flatMap((share) => stepFor(share * (n + lost)) ?? []);
  const levels = distinct(steps).map((overMs) => ({
    overMs,
    exceedance: boundedShare(upperBound, countBeyond(overError, overMs), n + lost, alpha, 1 / times),
  }));
  // That of the p99.
  return { levels, usualMs: stepFor(0.01 * n + lost) ?? Number(overGridMs.at(-1)) };
}

/**
 * By guard band, the share of the calls that were unanswered or slow beyond it, except those that the generator's lateness may explain.
 * Slices in which many were late are left out.
 */
function slowByGuard(measurement: LatencyMeasurement, share: SlowShare, alpha: number, times: number) {
  const { slices, overLimit, unanswered } = measurement;
  const disturbed = total(slowSlices({ slices: slices.filter(({ isDisturbed }) => isDisturbed) }));
  const n = share.n - disturbed.n;
  const slow = measurement.slow + measurement.failed - disturbed.hits;
  return (guardMs: number): BoundedShare => {
    const reached = countBeyond(overLimit, guardMs) + unanswered;
    const beyond = Math.max(0, reached - disturbed.hits - excused(measurement));
    // Bursts may be entirely among the slow calls beyond the band. Then their variance is spread over fewer slow calls, and hidden where
    // the other calls are slow anyway: both together are the ratio of the odds.
    const hidden = beyond < slow ? (slow * (n - beyond)) / (beyond * (n - slow)) : 1;
    const effect = accidentEffect(share.bursts * hidden, n * times);
    return boundedShare(lowerBound, beyond, n, alpha, effect / times);
  };
}

/** How many other calls may have queued behind a late one. */
const queued = 3;

/**
 * Calls sent late arrive and queue together. Slow ones among them, and some calls after each, are not held against the service. Late
 * calls that were fast show that nothing queued.
 */
function excused({ late, lateSlow }: LatencyMeasurement): number {
  return Math.min(2 * late, (1 + queued) * lateSlow);
}
