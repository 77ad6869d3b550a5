import type { Condition } from '../../dist/report-types.ts';
import { distinct } from '../add-up.ts';
import { lowerBound, upperBound } from '../statistics/distributions.ts';
import { samplesToFail, samplesToPass } from '../statistics/samples.ts';
import { msText, percentText } from '../wording.ts';
import { callsNeeded, moreCalls, nearer, noPass, type ReadingFacts, tooManyCalls } from './conditions.ts';
import { countBeyond, type GeneratorFacts, type LatencyMeasurement, overGridMs } from './measurement.ts';
import { assumed, type GuardLevel, isFar, type NetworkPart, networkPart } from './network.ts';
import { allowedShare, failAlpha, type LatencyExpectation, type LimitAt, passAlphaAt } from './reading.ts';
import type { SlowShare } from './slow-share.ts';

/** What a call may have been read too long by. */
export interface GuardBand {
  readonly levels: readonly GuardLevel[];
  readonly network: NetworkPart;
  /** The band shown: where the control's p99 lies, or the smallest default, and what the network took. */
  readonly shownMs: number;
  readonly source: string;
}

/** Without a control: what k6 adds on a machine that k6 finds quiet, and on one that it does not. */
const quietDefault: readonly GuardLevel[] = [assumed(1.5, 0.03), assumed(5, 0.01), assumed(12, 0.003)];
const noisyDefault: readonly GuardLevel[] = [assumed(8, 0.1), assumed(35, 0.03), assumed(80, 0.01)];

/** `alpha` is the chance, per level, that the error exceeds the level more often than stated. */
export function guardBand(
  generator: GeneratorFacts,
  measurement: LatencyMeasurement,
  limitAt: LimitAt,
  alpha: number,
): GuardBand {
  const network = networkPart(generator, measurement, limitAt, alpha);
  const networkMs = network.levels[0]?.overMs ?? 0;
  const { control } = generator;
  if (control === null || control.n === 0) {
    const isQuiet = seemsQuiet(generator);
    const levels = isQuiet ? quietDefault : noisyDefault;
    const machine = isQuiet ? 'a machine that seems quiet' : 'a noisy machine';
    const source = `default for ${machine}, not measured in this run`;
    return { levels, network, shownMs: (levels[0]?.overMs ?? 0) + networkMs, source };
  }
  const { q50, q90, q99, max } = control.errorMs;
  const steps = distinct([q50, q90, q99, max].flatMap((ms) => gridStep(ms) ?? []));
  const calls = control.n + control.lost;
  const levels = steps.map((overMs) => {
    const count = countBeyond(control.overError, overMs);
    return { overMs, seen: count / calls, exceedance: upperBound(count, calls, alpha) };
  });
  const source = `p99 of the error of ${control.n} control calls in the same run (${msText(q99)})`;
  return { levels, network, shownMs: (gridStep(q99) ?? q99) + networkMs, source };
}

/** By lateness and sending time, all that k6 alone can tell. */
export function seemsQuiet({ latenessP95Ms, latenessP99Ms, sendingP99Ms }: GeneratorFacts): boolean {
  if (latenessP95Ms === null || latenessP99Ms === null || sendingP99Ms === null) return false;
  return latenessP95Ms <= 2 && latenessP99Ms <= 3 && sendingP99Ms <= 1;
}

/** The first step of the grid that is strictly above a value. */
function gridStep(ms: number): number | undefined {
  return overGridMs.find((step) => step > ms);
}

/** The share of slow calls by the smaller latency: duration less a guard band. */
export interface Refutation {
  /** More than this share is slow; 0 where nothing is shown. */
  readonly lower: number;
  /** The guard band that shows it, the network's part included. */
  readonly guardMs: number;
}

/**
 * A slow stretch longer than a thirtieth of the run is taken as what the service does, not as one accident: it is
 * worth at least this many independent calls in a whole run.
 */
const fewestEffective = 30;

/**
 * The most that any guard band shows, at confidence 1 − alpha each: of slow and failed calls, and of failed ones alone,
 * which no distance explains. Dropped and late calls are not held against the service.
 */
export function refute(
  measurement: LatencyMeasurement,
  share: SlowShare,
  band: GuardBand,
  alpha: number,
): Refutation {
  const { levels, network, shownMs } = band;
  const madeShare = measurement.valid / Math.max(1, share.n);
  const refuteAt = (beyondMs: number, guardMs: number, exceedance: number): Refutation => {
    const slow = slowBeyond(measurement, share, beyondMs, alpha);
    return { lower: slow === 0 ? 0 : slow - exceedance, guardMs };
  };
  return levels
    .flatMap((level) =>
      network.levels.flatMap((far) => {
        // A part of the network's time may have been taken off already.
        const guardMs = level.overMs + Math.max(0, far.overMs - measurement.takenOffMs);
        return [
          refuteAt(guardMs, guardMs, level.exceedance + far.exceedance * madeShare),
          refuteAt(Number.POSITIVE_INFINITY, guardMs, level.exceedance + network.failures),
        ];
      }),
    )
    .reduce((best, found) => (found.lower > best.lower ? found : best), { lower: 0, guardMs: shownMs });
}

/** More than this share was slow beyond the guard band, or failed; what our own lateness may explain is left out. */
function slowBeyond(
  measurement: LatencyMeasurement,
  { n, bursts }: SlowShare,
  guardMs: number,
  alpha: number,
): number {
  const { overLimit, failed, slow } = measurement;
  const beyond = Math.max(0, countBeyond(overLimit, guardMs) + failed - excused(measurement, guardMs));
  if (beyond === 0) return 0;
  // Only some of the slow calls lie beyond the band: all their burstiness may be due to these.
  const ownBursts = Math.max(1, bursts * Math.max(1, (slow + failed) / beyond));
  const effect = Math.min(n / Math.min(n, fewestEffective), ownBursts);
  return lowerBound(beyond / effect, n / effect, alpha);
}

/**
 * Calls made late arrive together and queue together: neither they are held against the service, nor as many that were
 * due after them, nor anything where they were many.
 */
function excused({ late, slices }: LatencyMeasurement, guardMs: number): number {
  const disturbed = slices.filter(({ isDisturbed }) => isDisturbed);
  return (
    countBeyond(late.overLimit, guardMs) +
    late.failed +
    late.n +
    disturbed.reduce((sum, { slow, failed }) => sum + slow + failed, 0)
  );
}

/** So many calls are slow, and the service so far away, that a shorter way helps before anything else does. */
export function isForDistance({ share, allowed, generator, expectation }: ReadingFacts): boolean {
  return isFar(generator.roundTrip, expectation.limitAt) && share.x >= allowed * share.n;
}

/** Where the calls neither show enough nor refute: what would decide if it went on like this. */
export function undecided(given: ReadingFacts, { levels, network }: GuardBand, reason: string): Condition {
  const { share, allowed, generator, expectation, measurement } = given;
  const id = 'undecided-share';
  if (isForDistance(given)) return { id, ...noPass(reason, nearer) };
  if (share.fasterNetwork >= allowed) return { id, ...noPass(`${reason} ${fasterText(given)}`, steadier) };
  if (generator.control === null) {
    const remedy =
      'Start the run with the command line, which measures how slow calls cluster and what the load generator adds.';
    return { id, ...noPass(reason, remedy) };
  }
  const missing = callsNeeded(given) / share.n;
  if (missing > 1 && measurement.sampleLimited) return { id, ...noPass(reason, moreBackups) };
  const observed = share.x / share.n;
  const effective = share.n / share.designEffect;
  /** What must be shown for a fail once the bounds on the errors rest on so many calls. */
  const refutable = (n: number) =>
    allowed + leastOf(network.levels, n / effective) + leastOf(levels, n / effective);
  const samples =
    observed < allowed
      ? samplesToPass(allowed - share.fasterNetwork, passAlphaAt(expectation.looks), observed)
      : samplesToFail(refutable, failAlpha(expectation), observed);
  const longer = moreCalls(reason, samples / effective, tooClose);
  // So few calls do not show yet how close the share is.
  const isEarly = longer.longerTimes === undefined && missing > 1;
  return { id, ...(isEarly ? moreCalls(reason, missing, tooManyCalls) : longer) };
}

export const moreBackups = 'To have the endpoint judged, declare more calls (backup.calls).';
const tooClose =
  'Make the service faster, or declare a lower percentile (latency.percentile). A longer run is unlikely to decide: the share of slow calls is too close to the allowed share.';

const steadier =
  'Measure from a machine closer to the service: the time that this network takes varies too much.';

function fasterText({ share, measurement }: ReadingFacts): string {
  return `For up to ${percentText(share.fasterNetwork, 'up')} the network may have taken less than the ${msText(measurement.takenOffMostMs)} that were taken off.`;
}

function leastOf(levels: readonly GuardLevel[], times: number): number {
  const bounds = levels.map(({ seen, exceedance }) => seen + (exceedance - seen) / Math.sqrt(times));
  return Math.min(...bounds);
}

/** A call that took the limit and this much more is slow, whatever a generator fit to judge adds; the network's part comes on top. */
export const farOverMs = 5;
/** The share of calls that such a generator may misread by as much. */
const misreadShare = 0.01;
/** k6 looks at its thresholds this often. */
const lookEveryMs = 2000;
const earliestMs = 10_000;

export function earlyLooks(measureMs: number): number {
  return Math.ceil(measureMs / lookEveryMs);
}

/**
 * Calls of one endpoint, failed or far over the limit, with which a run is certain to fail: even if no further call
 * were slow, and however these were clustered. null where there is no such number, or not before the end.
 */
export function certainFailCount(
  plannedCalls: number,
  measureMs: number,
  expectation: LatencyExpectation,
): number | null {
  const { reading } = expectation;
  if (typeof reading !== 'number' || measureMs <= earliestMs) return null;
  const alpha = failAlpha({ ...expectation, stoppedEarly: true });
  const needed = allowedShare(reading) + misreadShare;
  const effective = Math.min(plannedCalls, fewestEffective);
  const isCertain = (share: number) => lowerBound(share * effective, effective, alpha) > needed;
  const share = percents.find((percent) => isCertain(percent / 100));
  if (share === undefined) return null;
  return Math.ceil(plannedCalls * Math.max(share / 100, earliestMs / measureMs));
}

const percents = /* @__PURE__ */ Array.from({ length: 90 }, (_, index) => index + 1);
