import type { Condition } from '../../dist/report-types.ts';
import { distinct } from '../add-up.ts';
import { said } from '../causes.ts';
import {
  type BoundedShare,
  boundedShare,
  known,
  lowerBound,
  lowerDifference,
  scaled,
  upperBound,
} from '../statistics/distributions.ts';
import { accidentEffect, samplesUntil, sumOf } from '../statistics/samples.ts';
import { msText, percentText } from '../wording.ts';
import { callsNeeded, type LatencyFacts, longerLoad } from './conditions.ts';
import { allowedShare, failAlpha, mayBeDecided, passAlphaAt, triedExceedances } from './expectation.ts';
import { countBeyond, type GeneratorFacts, type LatencyMeasurement, overGridMs } from './measurement.ts';
import { assumed, type GuardLevel, isFar, type NetworkPart, networkPart } from './network.ts';

/** By how much a call's duration may have been measured too long. */
export interface GuardBand {
  readonly levels: readonly GuardLevel[];
  readonly network: NetworkPart;
  /** The guard band shown in reports: the control's p99, or the smallest default, plus the network's part. */
  readonly shownMs: number;
  readonly source: string;
}

/** Without a control: what k6 adds on a noisy machine. */
const assumedLevels: readonly GuardLevel[] = [assumed(8, 0.1), assumed(35, 0.03), assumed(80, 0.01)];

export function guardBand({ generator, measurement, expectation }: LatencyFacts): GuardBand {
  const network = networkPart(generator, measurement, expectation);
  const networkMs = network.levels[0]?.overMs ?? 0;
  const { control } = generator;
  if (control === null || control.n === 0) {
    const shownMs = (assumedLevels[0]?.overMs ?? 0) + networkMs;
    return { levels: assumedLevels, network, shownMs, source: 'assumed, not measured in this run' };
  }
  const { q99 } = control.errorMs;
  const calls = control.n + control.lost;
  const steps = triedExceedances.flatMap(
    (share) => overGridMs.find((step) => countBeyond(control.overError, step) <= share * calls) ?? [],
  );
  const levels = distinct(steps).map((overMs) => ({
    overMs,
    exceedance: boundedShare(upperBound, countBeyond(control.overError, overMs), calls, network.alpha),
  }));
  const source = `from the errors of ${control.n} control calls in the same run (p99 ${msText(q99)})`;
  const shownMs = (overGridMs.find((step) => step > q99) ?? q99) + networkMs;
  return { levels, network, shownMs, source };
}

/** The share of slow calls by the smaller latency: the duration less a guard band for measurement error. */
export interface Refutation {
  /** At least this share is slow; 0: nothing is shown. */
  readonly lower: number;
  /** The guard band that shows it, including the network's part. */
  readonly guardMs: number;
}

/**
 * The largest share that any guard band shows, each at confidence 1 − alpha: of slow and unanswered calls, and of unanswered calls
 * alone, which no distance explains. Errors in time are not slow, and dropped and late calls are not held against the service.
 */
export function refute(facts: LatencyFacts, { levels, network, shownMs }: GuardBand): Refutation {
  const { measurement, share } = facts;
  const madeShare = measurement.valid / Math.max(1, share.n);
  const refuteAt = (beyondMs: number, guardMs: number, errors: readonly BoundedShare[]): Refutation => ({
    lower: lowerDifference(slowBeyond(facts, beyondMs, network.alpha), errors),
    guardMs,
  });
  return levels
    .flatMap((level) => [
      ...network.levels.map((far) => {
        // Part of the network's time may have been taken off already.
        const guardMs = level.overMs + Math.max(0, far.overMs - measurement.takenOffMs);
        return refuteAt(guardMs, guardMs, [level.exceedance, scaled(far.exceedance, madeShare)]);
      }),
      refuteAt(Number.POSITIVE_INFINITY, shownMs, [level.exceedance, known(network.failures)]),
    ])
    .reduce((best, found) => (found.lower > best.lower ? found : best), { lower: 0, guardMs: shownMs });
}

/** The share of calls that were unanswered or slow beyond the guard band, except those that the generator's lateness may explain. */
function slowBeyond({ measurement, share }: LatencyFacts, guardMs: number, alpha: number): BoundedShare {
  const { failed, slow } = measurement;
  const { n, bursts } = share;
  const beyond = countSlow(measurement, guardMs);
  if (beyond === 0) return known(0);
  // Only some of the slow calls lie beyond the band, and the bursts may be entirely among them.
  const ownBursts = Math.max(1, bursts * Math.max(1, (slow + failed) / beyond));
  return boundedShare(lowerBound, beyond, n, alpha, accidentEffect(ownBursts, n));
}

function countSlow(measurement: LatencyMeasurement, guardMs: number): number {
  const { overLimit, unanswered } = measurement;
  return Math.max(0, countBeyond(overLimit, guardMs) + unanswered - excused(measurement));
}

/** How many other calls may have queued behind a late one. */
const queued = 3;

/**
 * Calls sent late arrive and queue together. Slow ones among them, some calls after each, and all calls of a slice with many late
 * calls are not held against the service. Late calls that were fast show that nothing queued.
 */
function excused({ late, lateSlow, slices }: LatencyMeasurement): number {
  const disturbed = slices.filter(({ isDisturbed }) => isDisturbed);
  return Math.min(2 * late, (1 + queued) * lateSlow) + sumOf(disturbed, ({ slow, failed }) => slow + failed);
}

/** Whether the service is so far away, and so many calls are slow, that only measuring from nearer helps. */
export function isForDistance({ share, generator, expectation }: LatencyFacts): boolean {
  const slow = share.x - share.unproven.errors;
  return isFar(generator, expectation.limitAt) && slow >= allowedShare(expectation.percentile) * share.n;
}

/** What would decide if the calls neither prove nor refute the limit and the service continued like this. */
export function undecided(given: LatencyFacts, band: GuardBand, reason: string): Condition {
  const { share, generator, expectation, measurement } = given;
  const { loads } = expectation;
  const allowed = allowedShare(expectation.percentile);
  const left = allowed - share.fasterNetwork;
  const effective = share.n / share.designEffect;
  if (isForDistance(given) && !mayBeDecided(loads, samplesToRefute(given, band) / effective)) {
    const orDeclare =
      expectation.limitAt === null ? ', or declare in the contract where the limit holds: latency.at' : '';
    return said(farCause(generator), { share: reason, orDeclare });
  }
  if (left <= 0) {
    const faster = percentText(share.fasterNetwork, 'up');
    const takenOff = msText(measurement.takenOffMostMs);
    return said('unsteady-network', { share: reason, faster, takenOff });
  }
  if (generator.control === null) return said('errors-unmeasured', { share: reason });
  const missing = callsNeeded(given) / share.n;
  if (missing > 1 && measurement.sampleLimited) return said('undecided-backups', { share: reason });
  const observed = share.x / share.n;
  const isSlow = observed >= allowed;
  const wouldPass = (n: number) => upperBound(observed * n, n, passAlphaAt(loads)) <= left;
  const samples = isSlow ? samplesToRefute(given, band) : samplesUntil(wouldPass);
  const enough = longerLoad(samples / effective, loads);
  if (enough === null && missing <= 1) return said('share-too-close', { share: reason });
  // With too few calls it is not yet known how close the share is.
  const longer = enough ?? longerLoad(missing, loads);
  if (longer === null) return said('undecided-few-calls', { share: reason });
  const cause = enough !== null && isSlow ? 'undecided-slow' : 'undecided-share';
  return { ...said(cause, { share: reason, ...longer.figures }), longerTimes: longer.times };
}

/** Number of independent calls that would refute if the shares stayed the same and the errors were bounded better. */
function samplesToRefute(
  { share, expectation, measurement }: LatencyFacts,
  { levels, network }: GuardBand,
): number {
  const { takenOffMs } = measurement;
  const effective = share.n / share.designEffect;
  const bands = levels.flatMap((level) =>
    network.levels.map((far) => {
      const beyondMs = level.overMs + Math.max(0, far.overMs - takenOffMs);
      const seen = countSlow(measurement, beyondMs) / share.n;
      return { seen, errors: [level.exceedance, far.exceedance] };
    }),
  );
  return samplesUntil((n) =>
    bands.some(({ seen, errors }) => {
      const slow = { seen, bound: lowerBound(seen * n, n, failAlpha(expectation)) };
      const bounded = errors.map((error) => narrowed(error, n / effective));
      return lowerDifference(slow, bounded) > allowedShare(expectation.percentile);
    }),
  );
}

/** Why the service's time cannot be told from the network's. */
function farCause({ roundTrip, isProxied, hasCompanion }: GeneratorFacts) {
  if (roundTrip !== null) return 'far-away';
  return isProxied ? 'behind-proxy' : hasCompanion ? 'few-handshakes' : 'network-untimed';
}

/** The same bound if based on this many times as many calls. */
function narrowed({ seen, bound }: BoundedShare, times: number): BoundedShare {
  return { seen, bound: seen + (bound - seen) / Math.sqrt(times) };
}

/** A call this far over the limit plus the network's part is slow, whatever a usable generator adds. */
export const farOverMs = 5;
