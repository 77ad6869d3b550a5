import type { Condition } from '../../dist/report-types.ts';
import { distinct } from '../add-up.ts';
import { said } from '../causes.ts';
import {
  type BoundedShare,
  boundedShare,
  lowerBound,
  lowerDifference,
  scaled,
  upperBound,
} from '../statistics/distributions.ts';
import { accidentEffect, samplesUntil, total } from '../statistics/samples.ts';
import { mostTimes, msText, percentText } from '../wording.ts';
import { callsNeeded, type LatencyFacts, longerLoad, orLonger } from './conditions.ts';
import { allowedShare, mayBeDecided, triedExceedances } from './expectation.ts';
import { isStarved } from './machine-conditions.ts';
import { countBeyond, type GeneratorFacts, type LatencyMeasurement, overGridMs } from './measurement.ts';
import { assumed, isFar, networkPart } from './network.ts';
import { mostSlow, slowSlices } from './slow-share.ts';

/**
 * What the smaller latency shows, durations less a guard band for the error of measurement and the network's time: at least a share
 * `lower` is slow (0: nothing is shown). It is the largest share that any band shows, each at confidence 1 − alpha: of slow and
 * unanswered calls, and of unanswered calls alone, which no distance explains. Errors in time are not slow, and dropped and late
 * calls are not held against the service. `guardMs`: the band that shows it; if none does, the control's p99 or the smallest
 * default, plus the network's part.
 */
export function refute(facts: LatencyFacts) {
  const { measurement, share, generator } = facts;
  const { bands, levels, alpha, guardMs } = guardBands(facts);
  const madeShare = measurement.valid / Math.max(1, share.n);
  const held = heldAgainst(facts);
  const lowerBeyond = (ms: number, errors: readonly BoundedShare[]) =>
    lowerDifference(slowBeyond(facts, held, ms, alpha), errors);
  const tried = [
    ...bands.map(({ guardMs, error, far }) => {
      return { guardMs, lower: lowerBeyond(guardMs, [error, scaled(far, madeShare)]) };
    }),
    ...levels.map(({ exceedance }) => {
      return { guardMs, lower: lowerBeyond(Number.POSITIVE_INFINITY, [exceedance]) };
    }),
  ];
  const nothing = { lower: 0, guardMs };
  const best = tried.reduce((one, other) => (other.lower > one.lower ? other : one), nothing);
  return isStarved(generator) ? nothing : best;
}

/** Guard bands, and the shares of calls that the error of measurement and the network's time exceed each in. */
function guardBands({ measurement, generator, expectation }: LatencyFacts) {
  const { levels: networkLevels, ...network } = networkPart(generator, measurement, expectation);
  const { levels, usualMs } = errorLevels(generator, network.alpha);
  const bands = levels.flatMap(({ overMs, exceedance: error }) =>
    networkLevels.map(({ overMs: networkMs, exceedance: far }) => {
      // Part of the network's time may have been taken off already.
      return { guardMs: overMs + networkMs - measurement.takenOffMs, error, far };
    }),
  );
  return { ...network, bands, levels, guardMs: usualMs + (networkLevels[0]?.overMs ?? 0) };
}

/** By how much a call's duration may have been measured too long. */
function errorLevels({ control }: GeneratorFacts, alpha: number) {
  if (control === null) {
    // What k6 adds on a noisy machine.
    const levels = [assumed(8, 0.1), assumed(35, 0.03), assumed(80, 0.01)];
    return { levels, usualMs: levels[0]?.overMs ?? 0 };
  }
  const { q99 } = control.errorMs;
  const calls = control.n + control.lost;
  const steps = triedExceedances.flatMap(
    (share) => overGridMs.find((step) => countBeyond(control.overError, step) <= share * calls) ?? [],
  );
  const levels = distinct(steps).map((overMs) => ({
    overMs,
    exceedance: boundedShare(upperBound, countBeyond(control.overError, overMs), calls, alpha),
  }));
  return { levels, usualMs: overGridMs.find((step) => step > q99) ?? q99 };
}

/** The calls of the slices in which few were late, `slow` of them slow or failed. `excused`: slow calls that are not held against the service. */
function heldAgainst({ measurement, share }: LatencyFacts) {
  const { slices, slow, failed } = measurement;
  const disturbed = total(slowSlices({ slices: slices.filter(({ isDisturbed }) => isDisturbed) }));
  return {
    n: share.n - disturbed.n,
    slow: slow + failed - disturbed.hits,
    excused: disturbed.hits + excused(measurement),
  };
}

/** The share of these calls that were unanswered or slow beyond the guard band, except those that the generator's lateness may explain. */
function slowBeyond(
  { measurement, share }: LatencyFacts,
  { n, slow, excused }: ReturnType<typeof heldAgainst>,
  guardMs: number,
  alpha: number,
): BoundedShare {
  const { overLimit, unanswered } = measurement;
  const beyond = Math.max(0, countBeyond(overLimit, guardMs) + unanswered - excused);
  // Bursts may be entirely among the slow calls beyond the band. Then their variance is spread over fewer slow calls, and hidden where
  // the other calls are slow anyway: both together are the ratio of the odds.
  const hidden = beyond < slow ? (slow * (n - beyond)) / (beyond * (n - slow)) : 1;
  return boundedShare(lowerBound, beyond, n, alpha, accidentEffect(share.bursts * hidden, n));
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

/** Whether the service is so far away, and so many calls are slow, that only measuring from nearer helps. */
export function isForDistance({ share, generator, expectation }: LatencyFacts): boolean {
  const slow = share.x - share.unproven.errors;
  return isFar(generator, expectation.limitAt) && slow >= allowedShare(expectation.percentile) * share.n;
}

/** Chance that a share is seen this much larger than it is: a further load may be luckier. */
const unlucky = 0.1;

/** What would decide if the calls neither prove nor refute the limit and the service continued like this. */
export function undecided(given: LatencyFacts, reason: string): Condition {
  const { share, generator, expectation, measurement } = given;
  const { loads } = expectation;
  const allowed = allowedShare(expectation.percentile);
  if (isForDistance(given) && !mayBeDecided(loads, timesToRefute(given))) {
    const orDeclare =
      expectation.limitAt === null ? ', or declare in the contract where the limit holds: latency.at' : '';
    return said(farCause(generator), { share: reason, orDeclare });
  }
  if (generator.control === null) return said('errors-unmeasured', { share: reason });
  const missing = callsNeeded(given) / share.n;
  if (measurement.sampleLimited) return said('undecided-backups', { share: reason });
  const isSlow = share.x >= allowed * share.n;
  const enough = longerLoad(isSlow ? timesToRefute(given) : timesToPass(given));
  if (enough === null && share.fasterNetwork >= allowed) {
    const faster = percentText(share.fasterNetwork, 'up');
    const takenOff = msText(measurement.takenOffMostMs);
    return said('unsteady-network', { share: reason, faster, takenOff });
  }
  if (enough === null && missing <= 1)
    return orLonger(said('share-too-close', { share: reason }), timesIfUnlucky(given));
  // With too few calls it is not yet known how close the share is.
  const longer = enough ?? longerLoad(missing);
  if (longer === null) return said('undecided-few-calls', { share: reason });
  const cause = enough !== null && isSlow ? 'undecided-slow' : 'undecided-share';
  return orLonger(said(cause, { share: reason, ...longer.figures }), longer.times);
}

/** How many times longer a load must be to pass if chance made the share look larger than it is. */
function timesIfUnlucky(facts: LatencyFacts): number {
  const { share } = facts;
  const least = lowerBound(share.x / share.designEffect, share.n / share.designEffect, unlucky);
  return timesToPass({ ...facts, share: { ...share, x: least * share.n } });
}

/** How many times longer a load must be to pass, and to refute, if it goes on like this; Infinity: longer than any load can be. */
function timesToPass(facts: LatencyFacts): number {
  const { percentile, loads } = facts.expectation;
  return timesUntil(facts, ({ share, measurement, generator }) => {
    return mostSlow(share, measurement, generator.handshakes, loads).upper <= allowedShare(percentile);
  });
}

function timesToRefute(facts: LatencyFacts): number {
  return timesUntil(facts, (longer) => refute(longer).lower > allowedShare(facts.expectation.percentile));
}

function timesUntil(facts: LatencyFacts, decides: (longer: LatencyFacts) => boolean): number {
  return samplesUntil((times) => decides(longer(facts, times)), mostTimes);
}

/** What decides, of a load that is this many times as long and goes on like this one. */
function longer(facts: LatencyFacts, times: number): LatencyFacts {
  const { measurement, generator, share } = facts;
  const { control, handshakes } = generator;
  const more = <T>(counted: T, ...names: readonly (keyof T)[]): T => ({
    ...counted,
    ...Object.fromEntries(names.map((name) => [name, Number(counted[name]) * times])),
  });
  const all = (counts: readonly number[]) => counts.map((count) => count * times);
  return {
    ...facts,
    measurement: {
      ...more(measurement, 'valid', 'slow', 'failed', 'unanswered', 'late', 'lateSlow'),
      overLimit: all(measurement.overLimit),
      slices: measurement.slices.map((slice) => more(slice, 'n', 'slow', 'failed')),
    },
    generator: {
      ...generator,
      control: control && { ...more(control, 'n', 'lost'), overError: all(control.overError) },
      handshakes: handshakes.map((bucket) => more(bucket, 'count')),
    },
    share: more(share, 'n', 'x'),
  };
}

/** Why the service's time cannot be told from the network's. */
function farCause({ roundTrip, isProxied, hasCompanion }: GeneratorFacts) {
  if (roundTrip !== null) return 'far-away';
  return isProxied ? 'behind-proxy' : hasCompanion ? 'few-handshakes' : 'network-untimed';
}

/** A call this far over the limit plus the network's part is slow, whatever a usable generator adds. */
export const farOverMs = 5;
