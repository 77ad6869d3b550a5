import type { TagsOf } from '../../checks/load-metrics.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import {
  bucketRatio,
  buckets,
  percentilesKept,
  timeParts,
  upperEdgeMs,
} from '../../schemas/histogram-grid.ts';
import { type ResolvedLoad, slicesIn, warmUpSliceCount } from '../../schemas/load-plan.ts';
import { type Facts, isOneRun } from '../facts.ts';
import { countOf, figureOf, type Metrics, percentileOf } from '../read-metrics.ts';
import type { EndpointResult, TimeSlice } from '../report.ts';

/** Whether there are enough samples for a percentile: ten above it. */
function carried(percentile: number, samples: number): boolean {
  return samples * (1 - percentile / 100) >= 10 || (percentile === 50 && samples > 0);
}

export type EndpointFigures = Pick<
  EndpointResult,
  'percentiles' | 'maxMs' | 'meanMs' | 'histogram' | 'timeline' | 'parts' | 'bodyBytes'
>;

/** k6's measurements of one endpoint under load, apart from the verdict. */
export function figuresOf(facts: Facts, endpoint: Endpoint, load: ResolvedLoad): EndpointFigures {
  const { metrics } = facts;
  const measured = { endpoint, phase: 'measure' };
  const samples = countOf(metrics, 'latency', measured);
  const histogram = histogramOf(metrics, 'latency_bucket', { endpoint });
  const maxMs = samples === 0 ? null : rounded(figureOf(metrics, 'latency', 'max', measured));
  return {
    percentiles: percentilesKept
      .filter((percentile) => percentile > 0 && percentile < 100 && carried(percentile, samples))
      .map((percentile) => ({
        percentile,
        ms: isOneRun(facts)
          ? rounded(percentileOf(metrics, 'latency', percentile, measured))
          : bucketMiddleMs(histogram, (percentile / 100) * samples, maxMs ?? 0),
      })),
    maxMs,
    meanMs: samples === 0 ? null : rounded(figureOf(metrics, 'latency', 'avg', measured)),
    histogram,
    timeline: timelineOf(metrics, endpoint, load),
    parts: timeParts.map((part) => ({
      part: part === 'tls_handshaking' ? 'tls' : part,
      medianMs: rounded(percentileOf(metrics, `http_req_${part}`, 50, measured)),
      p99Ms: rounded(percentileOf(metrics, `http_req_${part}`, 99, measured)),
    })),
    bodyBytes:
      samples === 0
        ? null
        : {
            median: rounded(percentileOf(metrics, 'body_bytes', 50, { endpoint })),
            max: rounded(figureOf(metrics, 'body_bytes', 'max', { endpoint })),
          },
  };
}

/** The used buckets of a metric that is counted by bucket. */
export function histogramOf(
  metrics: Metrics,
  name: 'latency_bucket' | 'handshakes',
  tags?: TagsOf<'latency_bucket'>,
): EndpointResult['histogram'] {
  return buckets
    .map((bucket) => ({
      upToMs: upperEdgeMs(bucket),
      count: countOf(metrics, name, { ...tags, bucket: String(bucket) }),
    }))
    .filter(({ count }) => count > 0);
}

/** The geometric middle of the bucket that contains the call of this rank: off by at most 5 %. */
function bucketMiddleMs(histogram: EndpointResult['histogram'], rank: number, maxMs: number): number {
  let below = 0;
  const found = histogram.find(({ count }) => {
    below += count;
    return below >= rank;
  });
  return rounded(Math.min(maxMs, (found?.upToMs ?? maxMs) / Math.sqrt(bucketRatio)));
}

/** A slice with this share of late calls, and at least this many, cannot count towards a fail. */
const disturbedShare = 0.02;
const disturbedCalls = 2;

export function timelineOf(metrics: Metrics, endpoint: Endpoint, load: ResolvedLoad): TimeSlice[] {
  const { warmUpMs, sliceMs, rate } = load;
  const warmUps = Array.from({ length: warmUpSliceCount }, (_, at) => {
    const startMs = (warmUpMs * at) / warmUpSliceCount;
    return { slice: `w${at}`, startMs, durationMs: warmUpMs / warmUpSliceCount, warmUp: true };
  });
  const measured = Array.from({ length: slicesIn(load) }, (_, at) => {
    return { slice: `${at}`, startMs: warmUpMs + sliceMs * at, durationMs: sliceMs, warmUp: false };
  });
  return [...warmUps, ...measured].map(({ slice, ...time }) => {
    const tags = { endpoint, slice };
    const answered = countOf(metrics, 'latency', tags);
    const failed = time.warmUp ? 0 : countOf(metrics, 'failed_calls', tags);
    const late = countOf(metrics, 'late_calls', { slice });
    const isDisturbed = late >= disturbedCalls && late > (disturbedShare * rate * time.durationMs) / 1000;
    const percentile = (wanted: number) =>
      answered === 0 ? null : percentileOf(metrics, 'latency', wanted, tags);
    return {
      ...time,
      ...(isDisturbed ? { disturbed: true } : {}),
      requests: answered + failed,
      slow: time.warmUp ? 0 : countOf(metrics, 'slow', { ...tags, why: 'duration' }),
      failed,
      p50Ms: percentile(50),
      p95Ms: percentile(95),
      p99Ms: percentile(99),
    };
  });
}

function rounded(value: number | null): number {
  return value === null ? 0 : Math.round(value * 1000) / 1000;
}
