import type { Capacity, LevelResult } from '../../dist/report-types.ts';
import { lowerBound, shareInterval, upperBound } from '../statistics/clopper-pearson.ts';
import { batchMeansEffect, type Slice } from '../statistics/design-effect.ts';
import { sumOf } from '../statistics/sum.ts';

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
