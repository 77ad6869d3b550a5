import { intervalConfidence } from '../../checks/latency/reading.ts';
import { shareInterval } from '../../checks/statistics/clopper-pearson.ts';
import type { EndpointResult, LatencyResult, Report } from '../report.ts';
import { mergeHistograms, percentilesOf } from './histograms.ts';
import { skewMs } from './identity.ts';
import { judgedCalls, type LatencyJudge } from './latency.ts';
import { mergeTimelines } from './timelines.ts';
import { grouped, highest, sum } from './totals.ts';

/** Every endpoint of any part, with the latency verdict that the judge gives to the merged counts. */
export function mergeEndpoints(reports: readonly Report[], judge: LatencyJudge): EndpointResult[] {
  const parts = grouped(
    reports.flatMap(({ endpoints }) => endpoints),
    ({ name }) => name,
  );
  const skew = skewMs(reports);
  const counted = parts.map((part) => mergeCounts(part, skew));
  const latencies = judge(counted, reports);
  return counted.map((endpoint, index) => withLatency(endpoint, latencies[index] ?? null));
}

type Parts = readonly [EndpointResult, ...EndpointResult[]];

/** Counts, the mean and the maximum are exact. */
function mergeCounts(parts: Parts, skew: number): EndpointResult {
  const total = (of: (part: EndpointResult) => number) => sum(parts, of);
  const counts = {
    requests: total(({ requests }) => requests),
    answered: total(({ answered }) => answered),
    failed: total(({ failed }) => failed),
    dropped: total(({ dropped }) => dropped),
    lost: total(({ lost }) => lost),
    slow: total(({ slow }) => slow),
  };
  const histogram = mergeHistograms(parts.map((part) => part.histogram));
  const maxMs = highest(parts.map((part) => part.maxMs));
  const levels = parts.flatMap(({ percentiles }) => percentiles.map(({ percentile }) => percentile));
  return {
    endpoint: parts[0].endpoint,
    name: parts[0].name,
    ...counts,
    share_under_limit: null,
    share_under_limit_interval: null,
    latency: null,
    percentiles: percentilesOf(histogram, levels, maxMs),
    maxMs,
    meanMs: meanMs(parts),
    histogram,
    timeline: mergeTimelines(
      parts.map(({ timeline }) => timeline),
      skew,
    ),
    parts: mergeTimeParts(parts),
    bodyBytes: mergeBodyBytes(parts),
  };
}

function meanMs(parts: Parts): number | null {
  const answered = sum(parts, (part) => (part.meanMs === null ? 0 : part.answered));
  return answered === 0 ? null : sum(parts, (part) => (part.meanMs ?? 0) * part.answered) / answered;
}

function mergeTimeParts(parts: Parts): EndpointResult['parts'] {
  const byPart = grouped(
    parts.flatMap((endpoint) => endpoint.parts),
    ({ part }) => part,
  );
  return byPart.map((same) => ({
    part: same[0].part,
    medianMs: Math.max(...same.map(({ medianMs }) => medianMs)),
    p99Ms: Math.max(...same.map(({ p99Ms }) => p99Ms)),
  }));
}

function mergeBodyBytes(parts: Parts): EndpointResult['bodyBytes'] {
  const median = highest(parts.map(({ bodyBytes }) => bodyBytes?.median ?? null));
  const max = highest(parts.map(({ bodyBytes }) => bodyBytes?.max ?? null));
  return median === null || max === null ? null : { median, max };
}

function withLatency(endpoint: EndpointResult, latency: LatencyResult | null): EndpointResult {
  const calls = judgedCalls(endpoint);
  if (calls === 0) return { ...endpoint, latency };
  const effect = latency?.designEffect ?? 1;
  return {
    ...endpoint,
    latency,
    share_under_limit: 1 - endpoint.slow / calls,
    share_under_limit_interval: shareInterval(
      (calls - endpoint.slow) / effect,
      calls / effect,
      intervalConfidence,
    ),
  };
}
