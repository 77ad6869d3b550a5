import { lostCalls } from '../../checks/calls.ts';
import type { GeneratorFacts } from '../../checks/latency/generator-facts.ts';
import { type LatencyMeasurement, type OverCount, overGridMs } from '../../checks/latency/measurement.ts';
import type { EndpointResult } from '../../reports/report.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { ResolvedLoad } from '../load/plan.ts';
import { slotShare } from '../load/slots.ts';
import type { SetupData } from '../setup-data.ts';
import type { MachineFacts } from './companion-facts.ts';
import type { Figures } from './endpoint-results.ts';
import { callsUnderLoad } from './findings.ts';
import { countOf, figureOf, percentileOf, type SummaryData, type Tags } from './summary-data.ts';

/** What k6 counted of one endpoint, in the form in which the latency rule wants it. */
export function measurementOf(
  data: SummaryData,
  endpoint: Endpoint,
  load: ResolvedLoad,
  limitMs: number,
  figures: Figures,
  sampleLimited: boolean,
): LatencyMeasurement {
  const counts = callsUnderLoad(data)[endpoint];
  const answered = countOf(data, 'latency', { endpoint, phase: 'measure' });
  const failed = countOf(data, 'failed_calls', { endpoint });
  const dropped = countOf(data, 'dropped_iterations', { scenario: 'measure' });
  return {
    endpoint,
    limitMs,
    durationMs: load.measureMs,
    valid: answered + failed,
    slow: countOf(data, 'slow', { endpoint }),
    failed,
    unreachable: counts.outcomes['unreachable'] ?? 0,
    dropped: Math.ceil(dropped * slotShare(endpoint, load)),
    lost: lostCalls(counts),
    overLimit: cumulative((over) => countOf(data, 'over_limit', { endpoint, over })),
    slices: slicesOf(figures.timeline),
    percentiles: figures.percentiles,
    meanMs: figures.meanMs,
    maxMs: figures.maxMs,
    sampleLimited,
  };
}

function slicesOf(timeline: EndpointResult['timeline']): LatencyMeasurement['slices'] {
  return timeline
    .filter(({ warmUp }) => !warmUp)
    .map(({ requests, slow, failed }) => ({ n: requests, slow, failed }));
}

/** Each call was counted at the highest step it reached; a step's count is that of all higher ones too. */
function cumulative(countAt: (over: string) => number): OverCount[] {
  let count = 0;
  const falling = overGridMs.toReversed().map((overMs) => {
    count += countAt(String(overMs));
    return { overMs, count };
  });
  return falling.toReversed();
}

/** What k6 and the companion know of the machine that asked. */
export function generatorFacts(
  data: SummaryData,
  load: ResolvedLoad,
  setup: SetupData,
  machine: MachineFacts,
): GeneratorFacts {
  const measured: Tags = { scenario: 'measure' };
  return {
    model: 'open',
    offeredRate: load.rate,
    achievedRate: (countOf(data, 'iterations', measured) * 1000) / load.measureMs,
    droppedTotal: countOf(data, 'dropped_iterations', measured),
    preAllocatedVus: load.virtualUsers,
    latenessP95Ms: percentileOf(data, 'lateness', 95),
    latenessP99Ms: percentileOf(data, 'lateness', 99),
    sendingP99Ms: percentileOf(data, 'http_req_sending', 99, { endpoint: 'user', phase: 'measure' }),
    control: controlOf(data),
    calibration: setup.calibration,
    settled: setup.warmUp?.settled ?? null,
    cpu:
      machine.cores === null
        ? null
        : {
            cores: machine.cores,
            boxBusyShare: machine.boxBusyShare,
            generatorBusyShare: machine.generatorBusyShare,
            stealShare: machine.stolenShare,
            throttledPeriods: machine.throttledPeriods,
            load: machine.loadAverage,
          },
    clock: {
      wallMinusMonotonicDriftMs: machine.clockDriftMs,
      negativeTimings: countOf(data, 'negative_timings'),
    },
    roundTrip: setup.roundTrip,
  };
}

function controlOf(data: SummaryData): GeneratorFacts['control'] {
  const n = countOf(data, 'control_error');
  const lost = countOf(data, 'control_lost');
  if (n + lost === 0) return null;
  const error = (percentile: number) => percentileOf(data, 'control_error', percentile) ?? 0;
  return {
    n,
    lost,
    errorMs: {
      q50: error(50),
      q90: error(90),
      q95: error(95),
      q99: error(99),
      max: figureOf(data, 'control_error', 'max') ?? 0,
    },
    overError: cumulative((over) => countOf(data, 'control_over', { over })).map(({ overMs, count }) => ({
      overMs,
      count: count + lost,
    })),
    serviceMedianMs: percentileOf(data, 'control_service', 50),
  };
}
