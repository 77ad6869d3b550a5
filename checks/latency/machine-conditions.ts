import { type ConditionRule, type Effect, exceeds, type Facts, isErrorNoisy, isNoisy } from './facts.ts';
import type { GeneratorFacts } from './generator-facts.ts';
import { lateFromMs } from './measurement.ts';
import { msText, percentText } from './wording.ts';

const quieter = 'Run it on a quieter machine, or raise the priority of the generator (--nice).';
/** A call is dropped when every virtual user still waits for an answer. */
export const moreVirtualUsers =
  'Remove the stalls of the service, or declare longer ones (latency.maxStallMs), for which more virtual users are kept.';
/** Above this rate k6 itself reads a 20 ms answer too long. */
const ratePerCore = 250;

/** What can be wrong with the machine that asks. */
export const machineConditions: readonly ConditionRule[] = [
  {
    id: 'clock-step',
    effect: 'void',
    when: ({ generator: { machine, negativeTimings } }) =>
      exceeds(machine.clockDriftMs, 1) || negativeTimings > 0,
    reason: ({ generator: { machine, negativeTimings } }) =>
      `The wall clock, by which k6 measures, was set during the run (${msText(machine.clockDriftMs ?? 0)} against the monotonic clock, ${negativeTimings} impossible timings).`,
    remedy: () => 'Run it again while the clock is not being set.',
  },
  {
    id: 'clock-unknown',
    effect: promised,
    when: ({ generator: { machine } }) => machine.clockDriftMs === null,
    reason: () => 'It is not known whether the wall clock, by which k6 measures, was set during the run.',
    remedy: companionRemedy,
  },
  {
    id: 'control-lost',
    effect: 'void',
    when: ({ generator: { control } }) =>
      control !== null &&
      (control.n === 0 || control.lost > 0.01 * control.n || !((control.serviceMedianMs ?? NaN) <= 20.5)),
    reason: ({ generator: { control } }) =>
      `The control endpoint did not do its part: ${control?.lost} of ${(control?.n ?? 0) + (control?.lost ?? 0)} calls lost, median service time ${msText(control?.serviceMedianMs ?? 0)}.`,
    remedy: () => quieter,
  },
  {
    id: 'control-missing',
    effect: promised,
    when: ({ generator: { control } }) => control === null,
    reason: () =>
      'No control endpoint was asked, so the error of measurement is assumed, and slow calls are taken as one burst.',
    remedy: companionRemedy,
  },
  {
    id: 'control-noisy',
    effect: 'warning',
    when: ({ generator }) => generator.control !== null && isNoisy(generator),
    reason: ({ generator: { control } }) =>
      `The generator misread the control endpoint by ${msText(control?.errorMs.q95 ?? 0)} at p95 and ${msText(control?.errorMs.q99 ?? 0)} at p99.`,
    remedy: ({ generator: { calibration } }) =>
      calibration !== null && !isErrorNoisy(calibration)
        ? `Alone, before the load, it misread by ${msText(calibration.p99Ms)} at p99: lower the rate, or keep the service off this machine.`
        : quieter,
  },
  {
    id: 'late-calls',
    effect: ({ generator }) => (generator.droppedTotal > 0 ? 'no-pass' : 'void'),
    when: ({ generator, measurement }) =>
      exceeds(generator.latenessP95Ms, lateFromMs(measurement.limitMs)) ||
      exceeds(generator.latenessP99Ms, measurement.limitMs),
    reason: ({ generator: { latenessP95Ms, latenessP99Ms, droppedTotal } }) =>
      droppedTotal > 0
        ? 'Calls were dropped, so it cannot be told whether the others were made when they were due.'
        : `Calls were made late: by ${msText(latenessP95Ms ?? 0)} at p95 and ${msText(latenessP99Ms ?? 0)} at p99.`,
    remedy: ({ generator }) => (generator.droppedTotal > 0 ? moreVirtualUsers : quieter),
  },
  {
    id: 'lateness-unknown',
    effect: 'no-pass',
    when: ({ generator }) => generator.latenessP95Ms === null || generator.latenessP99Ms === null,
    reason: () => 'It is not known whether calls were made when they were due.',
    remedy: () => 'Measure with a steady rate.',
  },
  {
    id: 'machine-unknown',
    effect: promised,
    when: ({ generator: { machine } }) => machine.cores === null,
    reason: () => 'Nothing is known of the machine that asked.',
    remedy: companionRemedy,
  },
  {
    id: 'figures-unknown',
    effect: 'warning',
    when: ({ generator }) => unknownFigures(generator).length > 0,
    reason: ({ generator }) => `Not known in this run: ${unknownFigures(generator).join(', ')}.`,
    remedy: () => 'Linux tells all of it about the machine; see the log of k6 for the rest.',
  },
  {
    id: 'slow-sending',
    effect: 'warning',
    when: ({ generator }) => exceeds(generator.sendingP99Ms, 1),
    reason: ({ generator }) =>
      `Sending a small request took ${msText(generator.sendingP99Ms ?? 0)} at p99: the generator was short of processor time.`,
    remedy: rateRemedy,
  },
  {
    id: 'busy-processor',
    effect: 'warning',
    when: ({ generator: { machine } }) =>
      exceeds(machine.boxBusyShare, 0.4) || exceeds(machine.generatorBusyShare, 0.25),
    reason: ({ generator: { machine } }) =>
      `The processor was busy: ${percentText(machine.boxBusyShare ?? 0, 'up')} in all, ${percentText(machine.generatorBusyShare ?? 0, 'up')} by the generator.`,
    remedy: rateRemedy,
  },
  {
    id: 'stolen-time',
    effect: 'warning',
    when: ({ generator: { machine } }) =>
      exceeds(machine.stolenShare, 0.01) || exceeds(machine.throttledPeriods, 0),
    reason: ({ generator: { machine } }) =>
      `Processor time was taken away: ${percentText(machine.stolenShare ?? 0, 'up')} by the host, ${machine.throttledPeriods ?? 0} periods by the quota.`,
    remedy: () => 'Give the generator a whole core, or a higher quota.',
  },
  {
    id: 'high-load',
    effect: 'warning',
    when: ({ generator: { machine } }) => exceeds(machine.loadAverage, machine.cores ?? Infinity),
    reason: ({ generator: { machine } }) =>
      `${machine.loadAverage?.toFixed(1)} processes wanted to run on ${machine.cores} cores.`,
    remedy: () => quieter,
  },
  {
    id: 'high-rate',
    effect: 'warning',
    when: ({ generator }) =>
      exceeds(generator.offeredRate, ratePerCore * (generator.machine.cores ?? Infinity)),
    reason: ({ generator: { machine, offeredRate } }) =>
      `${Math.round(offeredRate)} requests/s from ${machine.cores} cores are more than can be timed well.`,
    remedy: rateRemedy,
  },
  {
    id: 'rate-missed',
    effect: 'no-pass',
    when: ({ generator }) => !(generator.achievedRate >= 0.99 * generator.offeredRate),
    reason: ({ generator }) =>
      `${generator.achievedRate.toFixed(1)} requests/s were made where ${generator.offeredRate.toFixed(1)} were due.`,
    remedy: rateRemedy,
  },
  {
    id: 'closed-model',
    effect: 'no-pass',
    when: ({ generator }) => generator.model === 'closed',
    reason: () => 'Calls waited for answers before them (closed model), so stalls are hidden.',
    remedy: () => 'Measure with a constant arrival rate.',
  },
  {
    id: 'few-virtual-users',
    effect: droppedEffect,
    when: (facts) => facts.generator.preAllocatedVus < neededVus(facts),
    reason: (facts) =>
      `${facts.generator.preAllocatedVus} virtual users cannot keep the rate through a stall of ${msText(facts.expectation.maxStallMs)}.`,
    remedy: (facts) => `Allocate ${neededVus(facts)} virtual users.`,
  },
];

/** A run with its companion was promised all that this knows: without it nothing passes. Plain k6 has a stricter rule. */
function promised({ generator }: Facts): Effect {
  return generator.hasCompanion ? 'no-pass' : 'warning';
}

function companionRemedy({ generator }: Facts): string {
  return generator.hasCompanion
    ? 'The companion, which the command line starts beside k6, did not answer: see the log of k6, then run it again.'
    : 'Start the run with the command line, which brings a companion that knows.';
}

/** Figures that are a warning where they are bad. */
function unknownFigures({
  hasCompanion,
  machine,
  calibration,
  roundTrip,
  sendingP99Ms,
}: GeneratorFacts): string[] {
  const figures: readonly (readonly [string, unknown])[] = [
    ['the time of a TCP handshake', roundTrip],
    ['the time to send a request', sendingP99Ms],
    ...(hasCompanion ? ([['the error before the load', calibration]] as const) : []),
    ...(machine.cores === null
      ? []
      : ([
          ['how busy the processor was', machine.boxBusyShare],
          ['how busy the generator was', machine.generatorBusyShare],
          ['the processor time that the host took', machine.stolenShare],
          ['the periods throttled by a quota', machine.throttledPeriods],
          ['the load average', machine.loadAverage],
        ] as const)),
  ];
  return figures.flatMap(([name, value]) => (value === null ? [name] : []));
}

function droppedEffect({ generator }: Facts): Effect {
  return generator.droppedTotal > 0 ? 'no-pass' : 'warning';
}

/** Virtual users that keep the rate through the longest stall a pass must have seen, and a fifth more. */
function neededVus({ generator, expectation, measurement }: Facts): number {
  const busyMs = expectation.maxStallMs + measurement.limitMs;
  return Math.ceil(((generator.offeredRate * busyMs) / 1000) * 1.2) + 5;
}

function rateRemedy({ generator: { machine } }: Facts): string {
  const { cores } = machine;
  if (cores === null) return 'Lower the rate, or run it on a quieter machine.';
  return `Rate at most ${ratePerCore * cores} requests/s on ${cores} ${cores === 1 ? 'core' : 'cores'}, or a quieter machine.`;
}
