import type { Capacity, LevelResult } from '../../dist/report-types.ts';
import { lowerBound, shareInterval, upperBound } from '../statistics/distributions.ts';
import { batchMeansEffect, type Slice, total } from '../statistics/samples.ts';

export interface LoadLevel extends Pick<LevelResult, 'rate' | 'afterPeak' | 'dropped'> {
  /** Calls sent, by slice; hits are calls without a success under the limit. */
  readonly slices: readonly Slice[];
  /** Calls that were turned away, failed, or exceeded the limit by more than a usable generator can add. */
  readonly broken: number;
  /** Number of control calls, and of those that were measured too long by more than that. null: there were none. */
  readonly control: { readonly n: number; readonly misread: number } | null;
}

/** Chance on each side of an interval that the true share lies beyond it. */
const alpha = 0.025;
/** Assumed share of calls measured too long if nothing is known of the generator. */
const assumedMisread = 0.03;

/** `allowed` is the share of calls that may be slow. A rate with too few calls to decide counts as kept if a higher rate is kept. */
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
  const { n: made, hits } = total(slices);
  const [requests, slow] = [made + dropped, hits + dropped];
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
