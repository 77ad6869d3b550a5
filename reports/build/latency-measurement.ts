import { lostCalls } from '../../checks/calls/calls.ts';
import { unanswered } from '../../checks/exchange.ts';
import { limitMsOf } from '../../checks/latency/expectation.ts';
import {
  type CountsBeyond,
  type GeneratorFacts,
  type LatencyMeasurement,
  type LatencySlice,
  overGridMs,
} from '../../checks/latency/measurement.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { isLoopback } from '../../schemas/base-url.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { dueCalls, type ResolvedLoad, slotShare, virtualUsers } from '../../schemas/load-plan.ts';
import { type SeenFacts, takenOffMostMs } from '../facts.ts';
import { callsDue, countOf, figureOf, type Metrics, percentileOf } from '../read-metrics.ts';
import type { EndpointResult } from '../report.ts';
import { callsUnderLoad } from './answer-findings.ts';
import { type EndpointFigures, histogramOf, percentilesAtMost } from './endpoint-figures.ts';
import { isSampleLimited } from './latency-finding.ts';
import { connectionsResult } from './network-figures.ts';

/** What k6 counted for one endpoint, in the form that the latency rule takes. */
export function measurementOf(
  facts: SeenFacts,
  endpoint: Endpoint,
  load: ResolvedLoad,
  figures: EndpointFigures,
): LatencyMeasurement {
  const { plan, before, metrics, isAligned } = facts;
  const counts = callsUnderLoad(metrics)[endpoint];
  const answered = countOf(metrics, 'latency', { endpoint, phase: 'measure' });
  const failed = countOf(metrics, 'failed_calls', { endpoint });
  const { dropped } = callsDue(metrics);
  const slices = slicesOf(metrics, endpoint, figures.timeline);
  const errorsOver = (over: string) => countOf(metrics, 'failed_over', { endpoint, over });
  return {
    endpoint,
    limitMs: limitMsOf(plan.contract),
    takenOffMs: before.networkTakenOffMs ?? 0,
    takenOffMostMs: takenOffMostMs(before),
    answerBytes: figures.bodyBytes?.max ?? 0,
    durationMs: load.measureMs,
    valid: answered + failed,
    slow: countOf(metrics, 'slow', { endpoint, why: 'duration' }),
    failed,
    unanswered: Math.min(
      failed,
      sumOf(unanswered, (outcome) => counts.outcomes[outcome] ?? 0),
    ),
    lateErrors: sumOf(overGridMs.map(String), errorsOver),
    unreachable: counts.outcomes['unreachable'] ?? 0,
    dropped: Math.ceil(dropped * slotShare(endpoint, load)),
    unsent: Math.ceil(countOf(metrics, 'unsent_calls') * slotShare(endpoint, load)),
    lost: lostCalls(counts),
    turnedAway: counts.results['turned away'],
    late: lateCalls(metrics, endpoint),
    reopened: countOf(metrics, 'reopened', { endpoint }),
    overLimit: cumulative((over) => countOf(metrics, 'over_limit', { endpoint, over }) + errorsOver(over)),
    slices: isAligned ? slices : together(slices),
    freshCalls: connectionsResult(metrics, endpoint).freshCalls,
    slowByUser: Array.from({ length: virtualUsers }, (_, user) =>
      countOf(metrics, 'slow', { endpoint, user: String(user) }),
    ),
    percentiles: percentilesAtMost(facts, figures),
    sampleLimited: isSampleLimited(plan, endpoint),
  };
}

/** Where it is not known which calls were made at the same time, all of them count as one burst. */
function together(slices: LatencyMeasurement['slices']): LatencySlice[] {
  const total = (key: Exclude<keyof LatencySlice, 'isDisturbed'>) => sumOf(slices, (slice) => slice[key]);
  return [
    {
      ...{ n: total('n'), slow: total('slow'), failed: total('failed') },
      ...{ late: total('late'), repeated: total('repeated'), setUp: total('setUp') },
      isDisturbed: slices.some(({ isDisturbed }) => isDisturbed),
    },
  ];
}

function slicesOf(
  metrics: Metrics,
  endpoint: Endpoint,
  timeline: EndpointResult['timeline'],
): LatencyMeasurement['slices'] {
  return timeline
    .filter(({ warmUp }) => !warmUp)
    .map(({ requests, slow, failed, disturbed }, index) => {
      const slice = String(index);
      return {
        n: requests,
        slow,
        failed,
        late: countOf(metrics, 'slow', { endpoint, slice, why: 'late' }),
        repeated: countOf(metrics, 'slow', { endpoint, slice, why: 'repeated' }),
        setUp: countOf(metrics, 'slow', { endpoint, slice, why: 'set-up' }),
        isDisturbed: disturbed === true,
      };
    });
}

function lateCalls(metrics: Metrics, endpoint: Endpoint): number {
  const tags = ['none', 'failed', ...overGridMs.map(String)];
  return sumOf(tags, (over) => countOf(metrics, 'late_calls', { endpoint, over }));
}

/** Each call was counted at the highest step that it reached; the result counts it at every lower step too. */
function cumulative(countAt: (over: string) => number): CountsBeyond {
  let count = 0;
  const falling = overGridMs.toReversed().map((overMs) => {
    count += countAt(String(overMs));
    return count;
  });
  return falling.toReversed();
}

/** What k6 and the companion know about the load generator. */
export function generatorFacts(
  { metrics, machine, plan, run, before }: SeenFacts,
  load: ResolvedLoad,
): GeneratorFacts {
  const { made } = callsDue(metrics);
  return {
    hasCompanion: plan.hasCompanion,
    offeredRate: (dueCalls(load) * 1000) / load.measureMs,
    achievedRate: (made * 1000) / load.measureMs,
    latenessP95Ms: percentileOf(metrics, 'lateness', 95),
    latenessP99Ms: percentileOf(metrics, 'lateness', 99),
    sendingP99Ms: percentileOf(metrics, 'http_req_sending', 99, { endpoint: 'user', phase: 'measure' }),
    control: controlOf(metrics),
    settled: before.warmUp?.settled ?? null,
    machine,
    isOnThisMachine: run.isOnThisMachine ?? isLoopback(run.target),
    isProxied: run.transport?.proxy !== undefined,
    negativeTimings: countOf(metrics, 'negative_timings'),
    roundTrip: before.roundTrip,
    handshakes: histogramOf(metrics, 'handshakes'),
  };
}

function controlOf(metrics: Metrics): GeneratorFacts['control'] {
  const n = countOf(metrics, 'control_error');
  const lost = countOf(metrics, 'control_lost');
  if (n + lost === 0) return null;
  const error = (percentile: number) => percentileOf(metrics, 'control_error', percentile) ?? 0;
  return {
    n,
    lost,
    errorMs: {
      q50: error(50),
      q90: error(90),
      q95: error(95),
      q99: error(99),
      max: figureOf(metrics, 'control_error', 'max') ?? 0,
    },
    overError: cumulative((over) => countOf(metrics, 'control_over', { over })).map((count) => count + lost),
    serviceMedianMs: percentileOf(metrics, 'control_service', 50),
  };
}
