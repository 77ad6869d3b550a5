import { msText, roughPercentText } from '../wording.ts';
import { type ConditionRules, noPass, noVerdict, warning } from './conditions.ts';
import { type GeneratorFacts, lateFromMs } from './measurement.ts';
import { seemsQuiet } from './refutation.ts';

const quieter = 'Run the test on a quieter machine, or raise the priority of the load generator (--nice).';
/** Above this rate k6 itself measures a 20 ms answer too long. */
const ratePerCore = 250;

/** What can be wrong with the load generator's machine. */
export const machineConditions: ConditionRules = {
  'clock-step': ({ generator: { machine, negativeTimings } }) =>
    (exceeds(machine.clockDriftMs, 1) || negativeTimings > 0) &&
    noVerdict(
      `The wall clock, which k6 measures with, was set during the run (${msText(machine.clockDriftMs ?? 0)} off the monotonic clock, ${negativeTimings} impossible timings).`,
      'Run the test again at a time when the clock is not set.',
    ),
  'clock-unknown': ({ generator }) =>
    generator.machine.clockDriftMs === null &&
    withoutCompanion(
      generator,
      'It is not known whether the wall clock, which k6 measures with, was set during the run.',
    ),
  'control-lost': ({ generator: { control } }) =>
    control !== null &&
    (control.n === 0 || control.lost > 0.01 * control.n || !((control.serviceMedianMs ?? NaN) <= 20.5)) &&
    noVerdict(
      `The control endpoint did not work properly: ${control.lost} of ${control.n + control.lost} calls were lost, median service time ${msText(control.serviceMedianMs ?? 0)}.`,
      quieter,
    ),
  'control-missing': ({ generator }) =>
    generator.control === null &&
    withoutCompanion(
      generator,
      'There was no control endpoint, so the measurement error is assumed and all slow calls count as one burst.',
    ),
  'control-noisy': ({ generator }) => {
    const { control, calibration } = generator;
    if (control === null) return false;
    const { q95, q99 } = control.errorMs;
    if (control.n === 0 ? seemsQuiet(generator) : !isNoisy(q95, q99)) return false;
    return warning(
      `The load generator misread the control endpoint by ${msText(q95)} at p95 and ${msText(q99)} at p99.`,
      calibration !== null && !isNoisy(calibration.p95Ms, calibration.p99Ms)
        ? `Before the load the error was only ${msText(calibration.p99Ms)} at p99: lower the rate, or run the service on another machine.`
        : quieter,
    );
  },
  'late-calls': ({ generator: { latenessP95Ms, latenessP99Ms }, measurement: { limitMs } }) =>
    (exceeds(latenessP95Ms, lateFromMs(limitMs)) || exceeds(latenessP99Ms, limitMs)) &&
    noVerdict(
      `Calls were made late: by ${msText(latenessP95Ms ?? 0)} at p95 and ${msText(latenessP99Ms ?? 0)} at p99. This machine was late, not the service.`,
      quieter,
    ),
  'lateness-unknown': ({ generator: { latenessP95Ms, latenessP99Ms } }) =>
    (latenessP95Ms === null || latenessP99Ms === null) &&
    noPass(
      'It is not known whether calls were made when they were due.',
      'Run the test again without options that change metrics or tags.',
    ),
  'machine-unknown': ({ generator }) =>
    generator.machine.cores === null &&
    withoutCompanion(generator, 'Nothing is known about the machine of the load generator.'),
  'figures-unknown': ({ generator }) => {
    const names = unknownFigures(generator);
    return (
      names.length > 0 &&
      warning(
        `Unknown in this run: ${names.join(', ')}.`,
        'On Linux all figures of the machine are available; see the k6 log for the others.',
      )
    );
  },
  'slow-sending': ({ generator }) =>
    exceeds(generator.sendingP99Ms, 1) &&
    warning(
      `Sending a small request took ${msText(generator.sendingP99Ms ?? 0)} at p99: the load generator was short of processor time.`,
      lowerRate(generator),
    ),
  'busy-processor': ({ generator }) =>
    (exceeds(generator.machine.boxBusyShare, 0.4) || exceeds(generator.machine.generatorBusyShare, 0.25)) &&
    warning(
      `The processor was busy: ${roughPercentText(generator.machine.boxBusyShare ?? 0, 2)} in total, ${roughPercentText(generator.machine.generatorBusyShare ?? 0, 2)} by the load generator.`,
      lowerRate(generator),
    ),
  'starved-service': ({ generator }) =>
    isStarved(generator) &&
    warning(
      `The service is on this machine, whose processors were busy ${roughPercentText(generator.machine.boxBusyShare ?? 0, 2)} of the time: its calls may have waited for one, so they cannot cause a fail.`,
      quieter,
    ),
  'stolen-time': ({ generator: { machine } }) =>
    (exceeds(machine.stolenShare, 0.01) || exceeds(machine.throttledPeriods, 0)) &&
    warning(
      `Processor time was taken away: ${roughPercentText(machine.stolenShare ?? 0, 2)} by the host, ${machine.throttledPeriods ?? 0} periods by the quota.`,
      'Give the load generator a whole core or a higher quota.',
    ),
  'high-load': ({ generator: { machine } }) =>
    exceeds(machine.loadAverage, machine.cores ?? Infinity) &&
    warning(`${machine.loadAverage?.toFixed(1)} processes competed for ${machine.cores} cores.`, quieter),
  'high-rate': ({ generator }) =>
    exceeds(generator.offeredRate, ratePerCore * (generator.machine.cores ?? Infinity)) &&
    warning(
      `${Math.round(generator.offeredRate)} requests/s are too many to time accurately on ${generator.machine.cores} cores.`,
      lowerRate(generator),
    ),
  'rate-missed': ({ generator }) =>
    !(generator.achievedRate >= 0.99 * generator.offeredRate) &&
    noPass(
      `${generator.achievedRate.toFixed(1)} requests/s were made instead of ${generator.offeredRate.toFixed(1)}.`,
      lowerRate(generator),
    ),
};

/** On a machine without a free processor no service can answer in time. */
export function isStarved({ isOnThisMachine, machine }: GeneratorFacts): boolean {
  return isOnThisMachine && exceeds(machine.boxBusyShare, 0.95);
}

/** A known figure above its limit. */
function exceeds(value: number | null, limit: number): boolean {
  return value !== null && !(value <= limit);
}

/** Judged by the errors on the control endpoint, which stay below 0.6 and 1.8 ms on a quiet machine. */
function isNoisy(p95Ms: number, p99Ms: number): boolean {
  return p95Ms > 1 || p99Ms > 3;
}

/**
 * Without what the companion should have measured, a run with a companion cannot pass. Plain k6 has a stricter rule
 * instead.
 */
function withoutCompanion({ hasCompanion }: GeneratorFacts, reason: string) {
  return hasCompanion
    ? noPass(
        reason,
        'The companion process, which the command line starts beside k6, did not answer. See the k6 log, then run the test again.',
      )
    : warning(
        reason,
        'Start the run with the command line, which also starts a companion process that measures this.',
      );
}

/** Unknown figures that would only cause a warning. */
function unknownFigures(generator: GeneratorFacts): string[] {
  const { hasCompanion, machine, calibration, roundTrip, sendingP99Ms } = generator;
  const figures: Record<string, unknown> = {
    'the time of a TCP handshake': roundTrip,
    'the time to send a request': sendingP99Ms,
    'the measurement error before the load': hasCompanion ? calibration : 'not promised',
  };
  const ofMachine: Record<string, unknown> = {
    'how busy the processor was': machine.boxBusyShare,
    'how busy the generator was': machine.generatorBusyShare,
    'the processor time that the host took': machine.stolenShare,
    'the periods throttled by a quota': machine.throttledPeriods,
    'the load average': machine.loadAverage,
  };
  const all = machine.cores === null ? figures : { ...figures, ...ofMachine };
  return Object.entries(all).flatMap(([name, value]) => (value === null ? [name] : []));
}

function lowerRate({ machine: { cores }, offeredRate }: GeneratorFacts): string {
  const most = ratePerCore * (cores ?? Number.POSITIVE_INFINITY);
  if (offeredRate <= most) return 'Run the test on a quieter machine, or lower the rate.';
  return `Use at most ${most} requests/s on ${cores} ${cores === 1 ? 'core' : 'cores'}, or a quieter machine.`;
}
