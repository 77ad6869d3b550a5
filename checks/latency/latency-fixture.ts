import { unknownMachine } from '../../schemas/machine.ts';
import type { LatencyExpectation } from './expectation.ts';
import {
  type GeneratorFacts,
  type LatencyMeasurement,
  type LatencySlice,
  overGridMs,
} from './measurement.ts';
import { refute } from './refutation.ts';
import { slowShare } from './slow-share.ts';

const limitMs = 20;

/** A window of 60 slices in which calls took `waitsMs` in order; k6 adds `addedMs` to each. Counted beyond the limit plus the time taken off. */
export function measured(
  waitsMs: readonly number[],
  changes: Partial<LatencyMeasurement> = {},
  addedMs = 0.1,
): LatencyMeasurement {
  const { takenOffMs = 0 } = changes;
  const durations = waitsMs.map((ms) => ms + addedMs);
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (percentile: number) => sorted[Math.floor((percentile / 100) * (sorted.length - 1))] ?? 0;
  return {
    endpoint: 'user',
    limitMs,
    takenOffMs: 0,
    takenOffMostMs: takenOffMs,
    answerBytes: 200,
    durationMs: 54_000,
    valid: waitsMs.length,
    slow: durations.filter((ms) => ms >= limitMs + takenOffMs).length,
    failed: 0,
    unanswered: 0,
    lateErrors: 0,
    unreachable: 0,
    dropped: 0,
    unsent: 0,
    lost: 0,
    late: 0,
    lateSlow: 0,
    reopened: 0,
    overLimit: overGridMs.map((overMs) => waitsMs.filter((ms) => ms >= limitMs + takenOffMs + overMs).length),
    slices: slicesOf(durations.map((ms) => ms - takenOffMs)),
    freshCalls: 0,
    slowByUser: [],
    percentiles: [1, 10, 50, 90, 95, 99, 99.9].map((percentile) => ({ percentile, ms: at(percentile) })),
    sampleLimited: false,
    ...changes,
  };
}

function slicesOf(durations: readonly number[]): LatencySlice[] {
  return Array.from({ length: 60 }, (_, index) => {
    const part = durations.slice(
      Math.floor((index * durations.length) / 60),
      Math.floor(((index + 1) * durations.length) / 60),
    );
    const slow = part.filter((ms) => ms >= limitMs).length;
    return { n: part.length, slow, failed: 0, late: 0, repeated: 0, setUp: 0, isDisturbed: false };
  });
}

/** `count` times, of which every `every`-th is slow. */
export function waits(
  count: number,
  fastMs: number,
  slowMs = fastMs,
  every = Number.MAX_SAFE_INTEGER,
): number[] {
  return Array.from({ length: count }, (_, index) =>
    index % every === Math.floor(every / 2) ? slowMs : fastMs,
  );
}

/** Control calls misread by these errors, more of them than any test's endpoint has calls. */
export function controlOf(errorsMs: readonly number[]): NonNullable<GeneratorFacts['control']> {
  return {
    n: errorsMs.length,
    lost: 0,
    overError: overGridMs.map((overMs) => errorsMs.filter((ms) => ms >= overMs).length),
    serviceMedianMs: 20.05,
  };
}

const quietErrorsMs = Array.from({ length: 3000 }, (_, index) =>
  index % 1000 === 7 ? 2.5 : index % 100 === 3 ? 0.6 : 0.05 + (index % 10) * 0.02,
);

export const quiet: GeneratorFacts = {
  latenessP99Ms: 1.4,
  hasCompanion: true,
  offeredRate: 400,
  achievedRate: 399.8,
  control: controlOf(quietErrorsMs),
  settled: true,
  machine: {
    os: 'Linux 6.1.0 x64',
    cores: 2,
    boxBusyShare: 0.15,
    generatorBusyShare: 0.1,
    stolenShare: 0,
    throttledPeriods: 0,
    loadAverage: 0.6,
    clockDriftMs: 0.05,
  },
  isOnThisMachine: false,
  isProxied: false,
  negativeTimings: 0,
  roundTrip: { floorMs: 0.05, p95Ms: 0.2 },
  handshakes: [],
};

export const plain: GeneratorFacts = {
  ...quiet,
  hasCompanion: false,
  control: null,
  machine: unknownMachine,
};

export const standard: LatencyExpectation = {
  percentile: 99,
  limitAt: null,
  loads: { most: 1, made: 1 },
  maxStallMs: 100,
};

/** From which share to which of these calls may be slow, whatever else keeps them from a verdict. */
export function slowBounds(measurement: LatencyMeasurement, generator = quiet) {
  const share = slowShare(measurement, generator, standard);
  const { lower } = refute({ measurement, generator, expectation: standard, share, leftOut: null });
  return { lower, upper: share.upper };
}
