import { explainedBy } from '../../checks/causes.ts';
import { type Finding, finding, titleFor } from '../../checks/findings.ts';
import { entryAt, freshCallProblem } from '../../checks/latency/network.ts';
import { freshResults, type TagsOf } from '../../checks/load-metrics.ts';
import { connectionsCheck } from '../../checks/run-checks.ts';
import { rounded, sumOf } from '../../checks/statistics/samples.ts';
import { countText } from '../../checks/wording.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { bucketRatio, buckets, percentilesKept, upperEdgeMs } from '../../schemas/histogram-grid.ts';
import { type ResolvedLoad, sliceLengthsMs } from '../../schemas/load-plan.ts';
import { isOneRun, type LoadedFacts } from '../facts.ts';
import { countOf, figureOf, type Metrics } from '../read-metrics.ts';
import type { EndpointResult, TimeSlice } from '../report.ts';

/** k6's measurements of one endpoint under load, apart from the verdict. */
export function figuresOf(facts: LoadedFacts, endpoint: Endpoint) {
  const { metrics } = facts;
  const measured = { endpoint, phase: 'measure' };
  const samples = countOf(metrics, 'latency', measured);
  const latency = (figure: string) => rounded(figureOf(metrics, 'latency', figure, measured) ?? 0);
  const histogram = histogramOf(metrics, 'latency_bucket', { endpoint });
  const maxMs = samples === 0 ? null : latency('max');
  // Ten samples must lie above a percentile.
  const carried = percentilesKept.filter(
    (percentile) =>
      (percentile > 0 && samples * (1 - percentile / 100) >= 10) || (percentile === 50 && samples > 0),
  );
  return {
    percentiles: carried.map((percentile) =>
      isOneRun(facts)
        ? { percentile, ms: latency(`p(${percentile})`) }
        : {
            percentile,
            ms: bucketMiddleMs(histogram, percentile / 100, maxMs ?? 0),
            isRough: true as const,
          },
    ),
    maxMs,
    histogram,
    timeline: timelineOf(metrics, endpoint, facts.load),
  } satisfies Partial<EndpointResult>;
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

/** The geometric middle of the bucket that contains this share of the calls: off by at most 5 %. */
function bucketMiddleMs(histogram: EndpointResult['histogram'], share: number, maxMs: number): number {
  return rounded(Math.min(maxMs, (entryAt(histogram, share)?.upToMs ?? maxMs) / Math.sqrt(bucketRatio)));
}

/** A slice with this share of late calls, and at least this many, cannot count towards a fail. */
const disturbedShare = 0.02;
const disturbedCalls = 2;

export function timelineOf(metrics: Metrics, endpoint: Endpoint, load: ResolvedLoad): TimeSlice[] {
  let endMs = 0;
  return sliceLengthsMs(load).map((durationMs, index) => {
    const startMs = endMs;
    endMs += durationMs;
    const slice = String(index);
    const tags = { endpoint, slice };
    const answered = countOf(metrics, 'latency', tags);
    const failed = countOf(metrics, 'failed_calls', tags);
    const late = countOf(metrics, 'late_calls', { slice });
    const most = Math.max(disturbedCalls - 1, (disturbedShare * load.rate * durationMs) / 1000);
    const isDisturbed = load.shape === 'steady' && late > most;
    return {
      startMs,
      durationMs,
      ...(isDisturbed ? { disturbed: true } : {}),
      requests: answered + failed,
      slow: countOf(metrics, 'slow', { ...tags, why: 'duration' }),
      failed,
      p50Ms: figureOf(metrics, 'latency', 'p(50)', tags),
      p99Ms: figureOf(metrics, 'latency', 'p(99)', tags),
    };
  });
}

/** Whether calls on fresh connections are answered, successfully or not: k6 hides resets of used connections. */
export function connectionsFinding(endpoint: Endpoint, { metrics }: LoadedFacts): Finding {
  const fresh = (result: string) => countOf(metrics, 'fresh_calls', { endpoint, result });
  const [freshCalls, freshFailures] = [sumOf(freshResults, fresh), fresh('failed')];
  const problem = freshCallProblem(freshCalls, freshFailures);
  const verdict = freshCalls === 0 ? 'not-applicable' : problem === null ? 'pass' : 'inconclusive';
  const check = connectionsCheck(endpoint);
  return finding(check, {
    verdict,
    title: titleFor(verdict, check.title),
    reading:
      'An endpoint must answer its calls; the harness allows one in a thousand without an answer, which is its own choice. k6 retries a GET when a used connection breaks, so five calls in sixteen use fresh connections.',
    samples: freshCalls,
    failures: freshFailures,
    explanation: `${countText(freshFailures)} of ${countText(freshCalls)} calls on fresh connections got no whole answer.`,
    ...(problem !== null && explainedBy(problem)),
  });
}
