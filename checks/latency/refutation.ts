import { lowerBound } from '../statistics/clopper-pearson.ts';
import type { GuardBand } from './guard-band.ts';
import type { LatencyMeasurement } from './measurement.ts';
import type { SlowShare } from './slow-share.ts';

/** The share of slow calls by the smaller latency: duration less a guard band. */
export interface Refutation {
  /** More than this share is slow; 0 where nothing is shown. */
  readonly lower: number;
  /** The guard band that shows it, the network's part included. */
  readonly guardMs: number;
  /** Calls that were slow beyond it, failed ones included; those that our own lateness may explain are left out. */
  readonly beyond: number;
}

/**
 * A slow stretch longer than a thirtieth of the run is taken as what the service does, not as one accident: it is
 * worth at least this many independent calls in a whole run.
 */
export const fewestEffective = 30;

/** The most that any guard band shows, at confidence 1 − alpha each. Dropped and late calls are not held against it. */
export function refute(
  measurement: LatencyMeasurement,
  share: SlowShare,
  band: GuardBand,
  alpha: number,
): Refutation {
  const nothing: Refutation = { lower: 0, guardMs: band.shownMs + band.networkMs, beyond: 0 };
  return band.levels
    .map((level) => refuteAt(measurement, share, band, level, alpha))
    .reduce((best, found) => (found.lower > best.lower ? found : best), nothing);
}

function refuteAt(
  measurement: LatencyMeasurement,
  { n, bursts }: SlowShare,
  band: GuardBand,
  level: GuardBand['levels'][number],
  alpha: number,
): Refutation {
  const needed = level.overMs + band.networkMs;
  const step = measurement.overLimit.find(({ overMs }) => overMs >= needed);
  const beyond = Math.max(0, (step?.count ?? 0) + measurement.failed - excused(measurement, needed));
  if (beyond === 0) return { lower: 0, guardMs: needed, beyond };
  const effect = Math.min(
    n / Math.min(n, fewestEffective),
    burstsOf(beyond, measurement.slow + measurement.failed, bursts),
  );
  const slow = lowerBound(beyond / effect, n / effect, alpha);
  return { lower: slow - level.exceedance - band.networkExceedance, guardMs: needed, beyond };
}

/**
 * Calls made late arrive together and queue together: neither they are held against the service, nor as many that were
 * due after them, nor anything where they were many.
 */
function excused({ late, slices }: LatencyMeasurement, neededMs: number): number {
  const own = (late.overLimit.find(({ overMs }) => overMs >= neededMs)?.count ?? 0) + late.failed;
  const disturbed = slices.filter(({ isDisturbed }) => isDisturbed);
  return own + late.n + disturbed.reduce((sum, { slow, failed }) => sum + slow + failed, 0);
}

/** Only some of the slow calls lie beyond the band: all their burstiness may be due to these. */
function burstsOf(beyond: number, slow: number, bursts: number): number {
  return Math.max(1, bursts * Math.max(1, slow / beyond));
}
