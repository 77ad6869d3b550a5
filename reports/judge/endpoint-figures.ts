import { explainedBy } from '../../checks/causes.ts';
import { type Finding, finding, titleFor } from '../../checks/findings.ts';
import type { GeneratorFacts, LatencyMeasurement } from '../../checks/latency/measurement.ts';
import { freshCallProblem, handshakeCount, isFelt, networkTimes } from '../../checks/latency/network.ts';
import { freshResults, type TagsOf } from '../../checks/load-metrics.ts';
import { connectionsCheck } from '../../checks/run-checks.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { countText } from '../../checks/wording.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import {
  bucketRatio,
  buckets,
  percentilesKept,
  timeParts,
  upperEdgeMs,
} from '../../schemas/histogram-grid.ts';
import { type ResolvedLoad, slicesIn, warmUpSliceCount } from '../../schemas/load-plan.ts';
import { isOneRun, type LoadedFacts } from '../facts.ts';
import { percentileMs } from '../outcome.ts';
import { countOf, figureOf, type Metrics, percentileOf } from '../read-metrics.ts';
import type { ConnectionsResult, EndpointResult, NetworkResult, TimeSlice } from '../report.ts';

/** Whether there are enough samples for a percentile: ten above it. */
function carried(percentile: number, samples: number): boolean {
  return samples * (1 - percentile / 100) >= 10 || (percentile === 50 && samples > 0);
}

export type EndpointFigures = Required<
  Pick<
    EndpointResult,
    'percentiles' | 'maxMs' | 'meanMs' | 'histogram' | 'timeline' | 'parts' | 'bodyBytes' | 'connections'
  >
>;

/** k6's measurements of one endpoint under load, apart from the verdict. */
export function figuresOf(facts: LoadedFacts, endpoint: Endpoint): EndpointFigures {
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
    timeline: timelineOf(metrics, endpoint, facts.load),
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
    connections: connectionsResult(metrics, endpoint),
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

/** The connections that the calls of one endpoint had to open under load. */
function connectionsResult(metrics: Metrics, endpoint: Endpoint): ConnectionsResult {
  const fresh = (result: string) => countOf(metrics, 'fresh_calls', { endpoint, result });
  return {
    opened: countOf(metrics, 'set_up', { endpoint }),
    reopened: countOf(metrics, 'reopened', { endpoint }),
    setUpMedianMs: percentileOf(metrics, 'set_up', 50, { endpoint }),
    setUpP99Ms: percentileOf(metrics, 'set_up', 99, { endpoint }),
    freshCalls: sumOf(freshResults, fresh),
    freshFailures: fresh('failed'),
  };
}

/** Whether calls on fresh connections are answered, successfully or not: k6 hides resets of used connections. */
export function connectionsFinding(
  endpoint: Endpoint,
  { freshCalls, freshFailures }: ConnectionsResult,
): Finding {
  const problem = freshCallProblem(freshCalls, freshFailures);
  const verdict = freshCalls === 0 ? 'not-applicable' : problem === null ? 'pass' : 'inconclusive';
  const check = connectionsCheck(endpoint);
  return finding(check, {
    verdict,
    title: titleFor(verdict, check.title),
    reading:
      'An endpoint must answer its calls; the harness allows one in a thousand without an answer, which is its own choice. k6 retries a GET when a used connection breaks, so an eighth of the calls use fresh connections.',
    samples: freshCalls,
    failures: freshFailures,
    explanation: `${countText(freshFailures)} of ${countText(freshCalls)} calls on fresh connections got no whole answer.`,
    ...(problem !== null && explainedBy(problem)),
  });
}

/** The network's part of one endpoint's response times; null: the service is so near that it does not matter. */
export function networkResult(
  { takenOffMs, percentiles }: LatencyMeasurement,
  generator: GeneratorFacts,
): NetworkResult | null {
  const { roundTrip, handshakes } = generator;
  if (roundTrip === null || !isFelt(generator)) return null;
  const p99Ms = percentileMs({ percentiles }, 99);
  return {
    handshakes: handshakeCount(handshakes),
    ...networkTimes(roundTrip, handshakes),
    takenOffMs,
    serviceP99AtMostMs: p99Ms === null ? null : Math.max(0, p99Ms - roundTrip.floorMs),
  };
}
