import type { EndpointResult, TimeSlice } from '../../reports/report.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { buckets, upperEdgeMs } from '../load/buckets.ts';
import { type ResolvedLoad, slicesMade, warmUpSliceCount } from '../load/plan.ts';
import { percentilesKept, timeParts } from '../options.ts';
import { countOf, figureOf, percentileOf, type SummaryData } from './summary-data.ts';

/** Fewest samples that carry a percentile: ten above it. */
function carried(percentile: number, samples: number): boolean {
  return samples * (1 - percentile / 100) >= 10 || (percentile === 50 && samples > 0);
}

export type Figures = Pick<
  EndpointResult,
  'percentiles' | 'maxMs' | 'meanMs' | 'histogram' | 'timeline' | 'parts' | 'bodyBytes'
>;

/** What k6's metrics say of one endpoint under load, apart from the verdict. */
export function figuresOf(data: SummaryData, endpoint: Endpoint, load: ResolvedLoad): Figures {
  const measured = { endpoint, phase: 'measure' };
  const samples = countOf(data, 'latency', measured);
  return {
    percentiles: percentilesKept
      .filter((percentile) => percentile > 0 && percentile < 100 && carried(percentile, samples))
      .map((percentile) => ({
        percentile,
        ms: rounded(percentileOf(data, 'latency', percentile, measured)),
      })),
    maxMs: samples === 0 ? null : rounded(figureOf(data, 'latency', 'max', measured)),
    meanMs: samples === 0 ? null : rounded(figureOf(data, 'latency', 'avg', measured)),
    histogram: histogramOf(data, endpoint),
    timeline: timelineOf(data, endpoint, load),
    parts: timeParts.map((part) => ({
      part: part === 'tls_handshaking' ? 'tls' : part,
      medianMs: rounded(percentileOf(data, `http_req_${part}`, 50, measured)),
      p99Ms: rounded(percentileOf(data, `http_req_${part}`, 99, measured)),
    })),
    bodyBytes:
      samples === 0
        ? null
        : {
            median: rounded(percentileOf(data, 'body_bytes', 50, { endpoint })),
            max: rounded(figureOf(data, 'body_bytes', 'max', { endpoint })),
          },
  };
}

function histogramOf(data: SummaryData, endpoint: Endpoint): EndpointResult['histogram'] {
  return buckets
    .map((bucket) => ({
      upToMs: upperEdgeMs(bucket),
      count: countOf(data, 'latency_bucket', { endpoint, bucket: String(bucket) }),
    }))
    .filter(({ count }) => count > 0);
}

function timelineOf(data: SummaryData, endpoint: Endpoint, load: ResolvedLoad): TimeSlice[] {
  const warmUp = Array.from({ length: warmUpSliceCount }, (_, index) =>
    sliceOf(data, endpoint, `w${index}`, {
      startMs: (load.warmUpMs * index) / warmUpSliceCount,
      durationMs: load.warmUpMs / warmUpSliceCount,
      warmUp: true,
    }),
  );
  const measured = Array.from({ length: slicesMade(load) }, (_, index) =>
    sliceOf(data, endpoint, String(index), {
      startMs: load.warmUpMs + load.sliceMs * index,
      durationMs: load.sliceMs,
      warmUp: false,
    }),
  );
  return [...warmUp, ...measured];
}

function sliceOf(
  data: SummaryData,
  endpoint: Endpoint,
  slice: string,
  place: Pick<TimeSlice, 'startMs' | 'durationMs' | 'warmUp'>,
): TimeSlice {
  const tags = { endpoint, slice };
  const answered = countOf(data, 'latency', tags);
  const failed = place.warmUp ? 0 : countOf(data, 'failed_calls', tags);
  const unproven = place.warmUp ? 0 : countOf(data, 'slow', { ...tags, why: 'late' });
  const percentile = (wanted: number) =>
    answered === 0 ? null : percentileOf(data, 'latency', wanted, tags);
  return {
    ...place,
    requests: answered + failed,
    slow: place.warmUp ? 0 : countOf(data, 'slow', { ...tags, why: 'duration' }),
    failed,
    ...(unproven > 0 ? { unproven } : {}),
    p50Ms: percentile(50),
    p95Ms: percentile(95),
    p99Ms: percentile(99),
  };
}

function rounded(value: number | null): number {
  return value === null ? 0 : Math.round(value * 1000) / 1000;
}
