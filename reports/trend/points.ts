import { lowerBound, upperBound } from '../../checks/statistics/clopper-pearson.ts';
import type { EndpointResult } from '../report.ts';
import type { Point, Quantile, QuantileName } from './model.ts';

const levels: Readonly<Record<QuantileName, number>> = { p50: 0.5, p95: 0.95, p99: 0.99 };
export const quantileNames = Object.keys(levels) as QuantileName[];
const alpha = 0.005;
/** Buckets are 10 % wide. */
const bucketRatio = 1.1;

/** What one run says of an endpoint; null where nothing was judged. */
export function pointOf(result: EndpointResult): Point | null {
  const calls = result.answered + result.failed + result.dropped;
  if (calls === 0) return null;
  return {
    calls,
    slow: result.slow,
    share: result.share_under_limit,
    shareInterval: result.share_under_limit_interval,
    verdict: result.latency?.verdict ?? null,
    quantiles: {
      p50: quantileOf(result, 'p50'),
      p95: quantileOf(result, 'p95'),
      p99: quantileOf(result, 'p99'),
    },
  };
}

/** The percentile of the run, between the buckets in which its true rank lies with 99 % confidence. */
function quantileOf(result: EndpointResult, name: QuantileName): Quantile | null {
  const level = levels[name];
  const ms = result.percentiles.find(({ percentile }) => percentile === level * 100)?.ms;
  if (ms === undefined) return null;
  const effective = Math.max(1, result.answered / (result.latency?.designEffect ?? 1));
  const low = bucketAt(result, lowerBound(level * effective, effective, alpha));
  const high = bucketAt(result, upperBound(level * effective, effective, alpha));
  const highest = Math.min(high ?? Number.POSITIVE_INFINITY, result.maxMs ?? Number.POSITIVE_INFINITY);
  return {
    ms,
    lowerMs: Math.min(ms, low === null ? ms : low / bucketRatio),
    upperMs: Math.max(ms, Number.isFinite(highest) ? highest : ms),
  };
}

/** Upper edge of the bucket in which this share of the answered calls is reached; null in the one without an edge. */
function bucketAt({ histogram }: EndpointResult, share: number): number | null {
  const wanted = share * histogram.reduce((sum, { count }) => sum + count, 0);
  let below = 0;
  const bucket = histogram.find(({ count }) => {
    below += count;
    return count > 0 && below >= wanted;
  });
  return bucket?.upToMs ?? null;
}
