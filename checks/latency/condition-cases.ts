import { controlOf, measured, plain, quiet, waits } from './latency-fixture.ts';
import type { GeneratorFacts, LatencyMeasurement } from './measurement.ts';
import type { LatencyExpectation } from './reading.ts';

/** A run that shows one condition. */
interface Case {
  readonly id: string;
  readonly effect: 'no-pass' | 'void' | 'warning';
  readonly measurement?: LatencyMeasurement;
  readonly generator?: Partial<GeneratorFacts>;
  readonly expectation?: Partial<LatencyExpectation>;
  readonly remedy: RegExp;
}

export const fast = measured(waits(5400, 2));
const { machine } = quiet;
export const noisyControl = controlOf(
  Array.from({ length: 3000 }, (_, index) => (index % 10 === 0 ? 5 : 0.2)),
);
const stepped = [...waits(2700, 2), ...waits(2700, 2, 25, 100)];

const gapped = {
  ...measured(waits(600, 2)),
  slices: fast.slices.map((_, index) => ({
    n: index < 6 ? 100 : 0,
    slow: 0,
    failed: 0,
    late: 0,
    setUp: 0,
    isDisturbed: false,
  })),
};

export const cases: readonly Case[] = [
  { id: 'gaps', effect: 'no-pass', measurement: gapped, remedy: /errors/ },
  {
    id: 'lost-calls',
    effect: 'no-pass',
    measurement: { ...fast, lost: 2000, turnedAway: 1200 },
    remedy: /Lower the rate/,
  },
  {
    id: 'lost-calls',
    effect: 'no-pass',
    measurement: { ...fast, lost: 2000, turnedAway: 800 },
    remedy: /^(?!.*rate).*see Errors/,
  },
  {
    id: 'starved-service',
    effect: 'warning',
    generator: { isOnThisMachine: true, machine: { ...machine, boxBusyShare: 0.99 } },
    remedy: /quieter/,
  },
  {
    id: 'clock-step',
    effect: 'void',
    generator: { machine: { ...machine, clockDriftMs: 30 } },
    remedy: /again/,
  },
  {
    id: 'clock-step',
    effect: 'void',
    generator: { negativeTimings: 1 },
    remedy: /again/,
  },
  {
    id: 'control-lost',
    effect: 'void',
    generator: { control: { ...controlOf([]), lost: 40 } },
    remedy: /quieter/,
  },
  {
    id: 'control-noisy',
    effect: 'warning',
    generator: { control: noisyControl, calibration: null },
    remedy: /quieter/,
  },
  {
    id: 'control-noisy',
    effect: 'warning',
    generator: { control: noisyControl, calibration: { p95Ms: 2, p99Ms: 9 } },
    remedy: /quieter/,
  },
  {
    id: 'control-noisy',
    effect: 'warning',
    generator: { control: noisyControl },
    remedy: /^Before the load.*rate/,
  },
  {
    id: 'stopped-early',
    effect: 'no-pass',
    measurement: { ...fast, durationMs: 14_000 },
    expectation: { earlyLooks: 27, stoppedEarly: true },
    remedy: /made calls slow/,
  },
  { id: 'not-settled', effect: 'warning', generator: { settled: false }, remedy: /before the run/ },
  {
    id: 'slow-sending',
    effect: 'warning',
    generator: { sendingP99Ms: 6.6 },
    remedy: /quieter machine, or lower the rate/,
  },
  {
    id: 'slow-sending',
    effect: 'warning',
    generator: { sendingP99Ms: 6.6, control: null },
    remedy: /lower the rate/,
  },
  {
    id: 'busy-processor',
    effect: 'warning',
    generator: { machine: { ...machine, boxBusyShare: 0.9 } },
    remedy: /lower the rate/,
  },
  {
    id: 'busy-processor',
    effect: 'warning',
    generator: { machine: { ...machine, generatorBusyShare: 0.3 }, control: noisyControl },
    remedy: /lower the rate/,
  },
  {
    id: 'stolen-time',
    effect: 'warning',
    generator: { machine: { ...machine, throttledPeriods: 3 }, control: noisyControl },
    remedy: /quota/,
  },
  {
    id: 'stolen-time',
    effect: 'warning',
    generator: { machine: { ...machine, stolenShare: 0.05 } },
    remedy: /core/,
  },
  {
    id: 'high-load',
    effect: 'warning',
    generator: { machine: { ...machine, loadAverage: 3.5 } },
    remedy: /quieter/,
  },
  {
    id: 'high-rate',
    effect: 'warning',
    generator: { machine: { ...machine, cores: 1 } },
    remedy: /at most 250 requests\/s on 1 core,/,
  },
  { id: 'rate-missed', effect: 'no-pass', generator: { achievedRate: 390 }, remedy: /lower the rate/ },
  { id: 'rate-missed', effect: 'no-pass', generator: { achievedRate: 0 }, remedy: /lower the rate/ },
  { id: 'no-calls', effect: 'no-pass', measurement: measured([]), remedy: /again/ },
  { id: 'many-dropped', effect: 'no-pass', measurement: { ...fast, dropped: 60 }, remedy: /maxStallMs/ },
  { id: 'not-steady', effect: 'no-pass', measurement: measured(stepped), remedy: /before the run/ },
  {
    id: 'round-trip',
    effect: 'no-pass',
    generator: { roundTrip: { floorMs: 21, p95Ms: 22 } },
    remedy: /closer/,
  },
  {
    id: 'large-data',
    effect: 'no-pass',
    measurement: { ...fast, large: { n: 300, slow: 200, medianMs: 500, p99Ms: 510 } },
    generator: { roundTrip: { floorMs: 5, p95Ms: 5.2 } },
    remedy: /closer/,
  },
  {
    id: 'nearer-end',
    effect: 'warning',
    measurement: measured(waits(5400, 40)),
    generator: { roundTrip: { floorMs: 2, p95Ms: 2.2 } },
    remedy: /where the connection ends/,
  },
  {
    id: 'few-calls',
    effect: 'no-pass',
    measurement: measured(waits(200, 2)),
    remedy: /Run the test 2\.7 times longer/,
  },
  {
    id: 'few-calls',
    effect: 'no-pass',
    measurement: { ...measured(waits(200, 2)), durationMs: 2000 },
    remedy: /^Measure for at least 53\ss/,
  },
  {
    id: 'short-window',
    effect: 'no-pass',
    measurement: { ...fast, durationMs: 12_000 },
    remedy: /at least 53\ss/,
  },
  {
    id: 'every-request',
    effect: 'no-pass',
    expectation: { reading: 'every' },
    remedy: /Declare a percentile/,
  },
  {
    id: 'undecided-share',
    effect: 'no-pass',
    measurement: measured(waits(5400, 2, 25, 115)),
    remedy: /Run the test \d.* times longer/,
  },
  {
    id: 'undecided-share',
    effect: 'no-pass',
    measurement: measured(waits(5400, 2, 25, 60)),
    remedy: /Run the test \d.* times longer/,
  },
  {
    id: 'undecided-share',
    effect: 'no-pass',
    measurement: measured(waits(5400, 2, 25, 100)),
    remedy: /^Make the service faster.*unlikely to decide/,
  },
  {
    id: 'undecided-share',
    effect: 'no-pass',
    measurement: measured(waits(90, 2, 25, 60)),
    remedy: /^Run the test \d.* times longer/,
  },
  {
    id: 'undecided-share',
    effect: 'no-pass',
    measurement: measured(waits(16, 2, 25, 16), { sampleLimited: true }),
    remedy: /backup\.calls/,
  },
  {
    id: 'undecided-share',
    effect: 'no-pass',
    measurement: measured(waits(5400, 2, 25, 200)),
    generator: plain,
    remedy: /command line/,
  },
];
