import { unanswered } from '../../checks/exchange.ts';
import { limitMsOf } from '../../checks/latency/expectation.ts';
import {
  type GeneratorFacts,
  type LatencyMeasurement,
  type LatencySlice,
  overGridMs,
} from '../../checks/latency/measurement.ts';
import { freshResults, type SlowReason } from '../../checks/load-metrics.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { bucketRatio } from '../../schemas/histogram-grid.ts';
import { dueCalls, sliceLengthsMs, slotShare, virtualUsers } from '../../schemas/load-plan.ts';
import { type LoadedFacts, takenOffMostMs } from '../facts.ts';
import { countIn, countOf, figureOf, type Metrics } from '../read-metrics.ts';
import type { TimeSlice } from '../report.ts';
import { type figuresOf, histogramOf } from './endpoint-figures.ts';
import { isSampleLimited } from './latency-finding.ts';

/** The counts for one endpoint in the slices with the chosen numbers (null: all), in the form that the latency rule takes. */
export function measurementOf(
  facts: LoadedFacts,
  endpoint: Endpoint,
  figures: ReturnType<typeof figuresOf>,
  chosen: readonly number[] | null,
): LatencyMeasurement {
  const { plan, before, metrics, load, isAligned } = facts;
  const count = countIn(metrics, chosen);
  const all = slicesOf(metrics, endpoint, figures.timeline);
  const numbers = chosen ?? [...all.keys()];
  const slices = numbers.flatMap((at) => all[at] ?? []);
  const total = together(slices);
  const { n: valid, slow, failed } = total;
  const ended = (outcome: string) => count('outcomes', { endpoint, outcome });
  const errorsOver = (over: string) => count('failed_over', { endpoint, over });
  return {
    endpoint,
    limitMs: limitMsOf(plan.contract),
    takenOffMs: before.networkTakenOffMs,
    takenOffMostMs: takenOffMostMs(before),
    answerBytes: figureOf(metrics, 'body_bytes', 'max', { endpoint }) ?? 0,
    durationMs: timeOf(load, chosen),
    valid,
    slow,
    failed,
    unanswered: Math.min(failed, sumOf(unanswered, ended)),
    lateErrors: sumOf(overGridMs.map(String), errorsOver),
    unreachable: ended('unreachable'),
    dropped: Math.ceil(count('dropped_calls') * slotShare(endpoint, load)),
    unsent: Math.ceil(count('unsent_calls') * slotShare(endpoint, load)),
    lost: countIn(metrics, numbers)('shed', { endpoint }),
    ...lateCalls(metrics, endpoint, chosen),
    reopened: count('reopened', { endpoint }),
    overLimit: cumulative((over) => count('over_limit', { endpoint, over }) + errorsOver(over)),
    // If it is unknown which calls were made at the same time, all count as one burst.
    slices: isAligned ? slices : [total],
    freshCalls: sumOf(freshResults, (result) => count('fresh_calls', { endpoint, result })),
    slowByUser: Array.from({ length: virtualUsers }, (_, user) =>
      count('slow', { endpoint, user: String(user) }),
    ),
    // The calls of a bucket may have taken up to its upper edge.
    percentiles: figures.percentiles.map(({ percentile, ms, isRough = false }) => ({
      percentile,
      ms: isRough ? ms * bucketRatio ** 0.51 : ms,
    })),
    sampleLimited: isSampleLimited(plan, endpoint),
  };
}

function timeOf(load: LoadedFacts['load'], chosen: readonly number[] | null): number {
  const lengths = sliceLengthsMs(load);
  return chosen === null ? load.measureMs : sumOf(chosen, (at) => lengths[at] ?? 0);
}

function together(slices: LatencyMeasurement['slices']): LatencySlice {
  const total = (key: Exclude<keyof LatencySlice, 'isDisturbed'>) => sumOf(slices, (slice) => slice[key]);
  return {
    ...{ n: total('n'), slow: total('slow'), failed: total('failed') },
    ...{ late: total('late'), repeated: total('repeated'), setUp: total('setUp') },
    isDisturbed: slices.some(({ isDisturbed }) => isDisturbed),
  };
}

function slicesOf(metrics: Metrics, endpoint: Endpoint, timeline: readonly TimeSlice[]): LatencySlice[] {
  return timeline.map(({ requests, slow, failed, disturbed = false }, at) => {
    const slowBy = (why: SlowReason) => countOf(metrics, 'slow', { endpoint, slice: String(at), why });
    return {
      ...{ n: requests, slow, failed },
      ...{ late: slowBy('late'), repeated: slowBy('repeated'), setUp: slowBy('set-up') },
      isDisturbed: disturbed,
    };
  });
}

/** Of single slices it is unknown how long their late calls took, so all count as slow. */
function lateCalls(metrics: Metrics, endpoint: Endpoint, chosen: readonly number[] | null) {
  const lateAt = (over: string) => countOf(metrics, 'late_calls', { endpoint, over });
  const slow = sumOf(['failed', ...overGridMs.map(String)], lateAt);
  const late = chosen === null ? slow + lateAt('none') : countIn(metrics, chosen)('late_calls', { endpoint });
  return { late, lateSlow: chosen === null ? slow : late };
}

/** Each call was counted at the highest step that it reached; the result counts it at every lower step too. */
function cumulative(countAt: (over: string) => number): number[] {
  let count = 0;
  const falling = overGridMs.toReversed().map((overMs) => {
    count += countAt(String(overMs));
    return count;
  });
  return falling.toReversed();
}

/** What k6 and the companion know about the load generator in the chosen slices. */
export function generatorFacts(
  { metrics, machine, plan, run, before, load }: LoadedFacts,
  chosen: readonly number[] | null,
): GeneratorFacts {
  const offeredRate = (dueCalls(load) * 1000) / load.measureMs;
  const dropped = countIn(metrics, chosen)('dropped_calls');
  return {
    hasCompanion: plan.hasCompanion,
    offeredRate,
    achievedRate:
      chosen === null
        ? (countOf(metrics, 'made_calls') * 1000) / load.measureMs
        : offeredRate - (dropped * 1000) / Math.max(1, timeOf(load, chosen)),
    control: controlIn(metrics, chosen),
    latenessP99Ms: figureOf(metrics, 'lateness', 'p(99)'),
    settled: before.warmUp?.settled ?? null,
    machine,
    isOnThisMachine: run.isOnThisMachine,
    isProxied: run.transport?.proxy !== undefined,
    negativeTimings: countOf(metrics, 'negative_timings'),
    roundTrip: before.roundTrip,
    handshakes: histogramOf(metrics, 'handshakes'),
  };
}

export function controlIn(metrics: Metrics, chosen: readonly number[] | null): GeneratorFacts['control'] {
  const count = countIn(metrics, chosen);
  const lost = count('control_lost');
  const over = cumulative((step) => count('control_over', { over: step }));
  const n = count('control_over', { over: 'none' }) + (over[0] ?? 0);
  if (n + lost === 0) return null;
  return {
    n,
    lost,
    overError: over.map((reached) => reached + lost),
    serviceMedianMs: figureOf(metrics, 'control_service', 'p(50)'),
  };
}
