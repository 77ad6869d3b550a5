import { lostCalls } from '../../checks/calls.ts';
import type { GeneratorFacts } from '../../checks/latency/measurement.ts';
import {
  type Connections,
  type LateCalls,
  type LatencyMeasurement,
  noneLate,
  type OverCount,
  overGridMs,
} from '../../checks/latency/measurement.ts';
import type { EndpointResult } from '../../reports/report.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import { dueCalls, type ResolvedLoad } from '../load/plan.ts';
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
  const dropped = droppedCalls(data);
  return {
    endpoint,
    limitMs,
    durationMs: load.measureMs,
    valid: answered + failed,
    slow: countOf(data, 'slow', { endpoint, why: 'duration' }),
    failed,
    unreachable: counts.outcomes['unreachable'] ?? 0,
    dropped: Math.ceil(dropped * slotShare(endpoint, load)),
    lost: lostCalls(counts),
    late: dropped > 0 ? noneLate : lateCalls(data, endpoint),
    connections: connectionsOf(data, endpoint),
    overLimit: cumulative((over) => countOf(data, 'over_limit', { endpoint, over })),
    slices: slicesOf(data, endpoint, load, limitMs, figures.timeline),
    percentiles: figures.percentiles,
    meanMs: figures.meanMs,
    maxMs: figures.maxMs,
    sampleLimited,
  };
}

/** A slice in which so many of all calls were made late is left out of what refutes. */
const disturbedShare = 0.02;
const disturbedCalls = 2;

function slicesOf(
  data: SummaryData,
  endpoint: Endpoint,
  load: ResolvedLoad,
  limitMs: number,
  timeline: EndpointResult['timeline'],
): LatencyMeasurement['slices'] {
  const isKnown = droppedCalls(data) === 0;
  const countsLate = isKnown || (percentileOf(data, 'lateness', 99) ?? limitMs) < limitMs;
  const due = (load.rate * load.sliceMs) / 1000;
  return timeline
    .filter(({ warmUp }) => !warmUp)
    .map(({ requests, slow, failed }, index) => {
      const slice = String(index);
      const late = countOf(data, 'late_calls', { slice });
      return {
        n: requests,
        slow,
        failed,
        late: countsLate ? countOf(data, 'slow', { endpoint, slice, why: 'late' }) : 0,
        setUp: countOf(data, 'slow', { endpoint, slice, why: 'set-up' }),
        isDisturbed: isKnown && late >= disturbedCalls && late > disturbedShare * due,
      };
    });
}

/** k6 numbers calls as they are made: after dropped ones it cannot be told when a call was due. */
function droppedCalls(data: SummaryData): number {
  return countOf(data, 'dropped_iterations', { scenario: 'measure' });
}

function lateCalls(data: SummaryData, endpoint: Endpoint): LateCalls {
  const at = (over: string) => countOf(data, 'late_calls', { endpoint, over });
  const overLimit = cumulative(at);
  const failed = at('failed');
  return { n: at('none') + (overLimit[0]?.count ?? 0) + failed, failed, overLimit };
}

function connectionsOf(data: SummaryData, endpoint: Endpoint): Connections {
  return {
    opened: countOf(data, 'set_up', { endpoint }),
    reopened: countOf(data, 'reopened', { endpoint }),
  };
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
    hasCompanion: load.hasControl,
    offeredRate: (dueCalls(load) * 1000) / load.measureMs,
    achievedRate: (countOf(data, 'iterations', measured) * 1000) / load.measureMs,
    droppedTotal: droppedCalls(data),
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
