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
import type { Facts } from '../facts.ts';
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

/** Upper bounds of the percentiles: for combined facts, at least the upper edge of the bucket. */
export function percentilesAtMost(
  facts: Facts,
  { percentiles }: EndpointFigures,
): EndpointFigures['percentiles'] {
  const most = isOneRun(facts) ? 1 : bucketRatio ** 0.51;
  return percentiles.map(({ percentile, ms }) => ({ percentile, ms: ms * most }));
}

/** Whether k6's own percentiles apply, which cannot be combined. */
function isOneRun({ generators, plan }: Facts): boolean {
  return generators === 1 && (plan.loads?.made ?? 1) === 1;
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

export function timelineOf(metrics: Metrics, endpoint: Endpoint, load: ResolvedLoad): TimeSlice[] {
  const slices = (count: number, prefix: string, durationMs: number, startMs: (index: number) => number) =>
    Array.from({ length: count }, (_, index) =>
      sliceOf(metrics, { endpoint, slice: `${prefix}${index}` }, startMs(index), durationMs, load.rate),
    );
  const { warmUpMs, sliceMs } = load;
  return [
    ...slices(warmUpSliceCount, 'w', warmUpMs / warmUpSliceCount, (at) => (warmUpMs * at) / warmUpSliceCount),
    ...slices(slicesIn(load), '', sliceMs, (at) => warmUpMs + sliceMs * at),
  ];
}

/** A slice with this share of late calls, and at least this many, cannot count towards a fail. */
const disturbedShare = 0.02;
const disturbedCalls = 2;

function sliceOf(
  metrics: Metrics,
  tags: { readonly endpoint: Endpoint; readonly slice: string },
  startMs: number,
  durationMs: number,
  rate: number,
): TimeSlice {
  const warmUp = tags.slice.startsWith('w');
  const answered = countOf(metrics, 'latency', tags);
  const failed = warmUp ? 0 : countOf(metrics, 'failed_calls', tags);
  const late = countOf(metrics, 'late_calls', { slice: tags.slice });
  const isDisturbed = late >= disturbedCalls && late > (disturbedShare * rate * durationMs) / 1000;
  const percentile = (wanted: number) =>
    answered === 0 ? null : percentileOf(metrics, 'latency', wanted, tags);
  return {
    startMs,
    durationMs,
    warmUp,
    ...(isDisturbed ? { disturbed: true } : {}),
    requests: answered + failed,
    slow: warmUp ? 0 : countOf(metrics, 'slow', { ...tags, why: 'duration' }),
    failed,
    p50Ms: percentile(50),
    p95Ms: percentile(95),
    p99Ms: percentile(99),
  };
}

function rounded(value: number | null): number {
  return value === null ? 0 : Math.round(value * 1000) / 1000;
}
