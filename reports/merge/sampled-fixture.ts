import { type Endpoint, endpointTitle } from '../../schemas/endpoints.ts';
import { latencyOf } from '../fixtures/latency.ts';
import { passingReport, run } from '../fixtures/passing.ts';
import type { EndpointResult, Report, TimeSlice } from '../report.ts';
import { mergeHistograms } from './histograms.ts';

/** One call of the measured load: when it was made, and how long it took; null where it failed. */
export interface Call {
  readonly slice: number;
  readonly ms: number | null;
}

const slices = 20;
const sliceMs = 2500;
const levels = [1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9];

/** Calls as a service might answer them: mostly fast, with a slow tail, and a few without an answer. */
export function callsOf(count: number, random: () => number): Call[] {
  return Array.from({ length: count }, (_, index) => {
    const level = random();
    const ms = 2.4 * (level / (1 - level)) ** 0.31;
    return { slice: Math.floor((index * slices) / count), ms: random() < 0.001 ? null : ms };
  });
}

/** The report of a generator that made these calls. */
export function reportOfCalls(calls: readonly Call[], id: string, overrides: Partial<Report> = {}): Report {
  return passingReport({ run: { ...run, id }, endpoints: [endpointOf('user', calls)], ...overrides });
}

function endpointOf(name: Endpoint, calls: readonly Call[]): EndpointResult {
  const times = calls.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b);
  const slow = slowOf(calls);
  const { interval, result } = latencyOf(slow, calls.length);
  return {
    endpoint: endpointTitle(name),
    name,
    requests: calls.length,
    answered: times.length,
    failed: calls.length - times.length,
    dropped: 0,
    lost: 0,
    slow,
    share_under_limit: 1 - slow / calls.length,
    share_under_limit_interval: interval,
    latency: { ...result, designEffect: 1, effectiveSamples: calls.length },
    percentiles: levels
      .filter((level) => times.length * (1 - level / 100) >= 10)
      .map((percentile) => ({ percentile, ms: nearestRank(times, percentile) })),
    maxMs: times.at(-1) ?? null,
    meanMs: times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0) / times.length,
    histogram: mergeHistograms([times.map((ms) => ({ upToMs: edgeAbove(ms), count: 1 }))]),
    timeline: Array.from({ length: slices }, (_, index) => sliceOf(calls, index)),
    parts: [{ part: 'waiting', medianMs: 2.2, p99Ms: nearestRank(times, 99) }],
    bodyBytes: { median: 180, max: 230 },
  };
}

export function nearestRank(sorted: readonly number[], percentile: number): number {
  return sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)] ?? 0;
}

function slowOf(calls: readonly Call[]): number {
  return calls.filter(({ ms }) => ms === null || ms >= 20).length;
}

function edgeAbove(ms: number): number {
  return 20 * 1.1 ** Math.max(-48, Math.ceil(Math.log(ms / 20) / Math.log(1.1) - 1e-9));
}

function sliceOf(calls: readonly Call[], index: number): TimeSlice {
  const here = calls.filter(({ slice }) => slice === index);
  const times = here.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b);
  const percentile = (level: number) => (times.length === 0 ? null : nearestRank(times, level));
  return {
    startMs: index * sliceMs,
    durationMs: sliceMs,
    warmUp: false,
    requests: here.length,
    slow: slowOf(here),
    failed: here.length - times.length,
    p50Ms: percentile(50),
    p95Ms: percentile(95),
    p99Ms: percentile(99),
  };
}
