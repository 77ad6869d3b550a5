import { countText, msText, roughPercentText } from '../wording.ts';
import { type ConditionRules, measureErrors, noPass, noVerdict, quieter, warning } from './conditions.ts';
import { type GeneratorFacts, lateFromMs } from './measurement.ts';

/** The others are figures of the machine in the report. */
const mostSigns = 2;
/** Share of calls that may be made late. */
const mostLate = 0.05;
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
  'control-lost': ({ generator: { control } }) =>
    control !== null &&
    (control.n === 0 || control.lost > 0.01 * control.n || !((control.serviceMedianMs ?? NaN) <= 20.5)) &&
    noVerdict(
      `The control endpoint did not work properly: ${control.lost} of ${control.n + control.lost} calls were lost, median service time ${msText(control.serviceMedianMs ?? 0)}.`,
      quieter,
    ),
  'companion-silent': ({ generator }) => {
    const unknown = unknownFigures(generator);
    if (unknown.length === 0) return false;
    const reason = `Not known in this run: ${unknown.join('; ')}.`;
    // Plain k6 has a stricter rule instead.
    return generator.hasCompanion
      ? noPass(
          reason,
          'See in the k6 log why the companion process, which the command line starts beside k6, did not answer, then run the test again.',
        )
      : warning(reason, measureErrors('this'));
  },
  'late-calls': ({ measurement: { late, valid, limitMs } }) =>
    late > mostLate * valid &&
    noPass(
      `${countText(late)} of ${countText(valid)} calls were made ${msText(lateFromMs(limitMs))} late or later: this machine was late, not the service.`,
      quieter,
    ),
  'lateness-unknown': ({ generator: { latenessP95Ms, latenessP99Ms } }) =>
    (latenessP95Ms === null || latenessP99Ms === null) &&
    noPass(
      'It is not known whether calls were made when they were due.',
      'Run the test again without options that change metrics or tags.',
    ),
  'busy-machine': ({ generator }) => {
    const signs = signsOfHaste(generator);
    return (
      signs.length > 0 &&
      warning(
        `The load generator was short of processor time: ${signs.slice(0, mostSigns).join(', ')}.`,
        lowerRate(generator),
      )
    );
  },
  'starved-service': ({ generator }) =>
    isStarved(generator) &&
    warning(
      `The service is on this machine, which was busy ${roughPercentText(generator.machine.boxBusyShare ?? 0, 2)} of the time: calls that had to wait for it cause no fail.`,
      'Run the test on a quieter machine, or move the service to another.',
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

/** What shows that the load generator had to wait for a processor, and so may have measured too long; unknown figures show nothing. */
function signsOfHaste({ machine, sendingP99Ms, offeredRate, control }: GeneratorFacts): string[] {
  const { cores, boxBusyShare, generatorBusyShare, stolenShare, throttledPeriods, loadAverage } = machine;
  const percent = (share: number | null) => roughPercentText(share ?? 0, 2);
  const { q95 = 0, q99 = 0 } = control?.errorMs ?? {};
  const signs: readonly (string | false)[] = [
    // On a quiet machine these errors stay below 0.6 and 1.8 ms.
    (q95 > 1 || q99 > 3) &&
      `it misread the control endpoint by ${msText(q95)} at p95 and ${msText(q99)} at p99`,
    exceeds(sendingP99Ms, 1) && `it took ${msText(sendingP99Ms ?? 0)} at p99 to send a small request`,
    exceeds(boxBusyShare, 0.4) && `the processor was busy ${percent(boxBusyShare)} of the time`,
    exceeds(generatorBusyShare, 0.25) && `the generator itself used ${percent(generatorBusyShare)} of it`,
    exceeds(stolenShare, 0.01) && `the host took ${percent(stolenShare)} of the processor time`,
    exceeds(throttledPeriods, 0) && `a quota stopped it in ${throttledPeriods} periods`,
    exceeds(loadAverage, cores ?? Infinity) && `${loadAverage?.toFixed(1)} processes shared ${cores} cores`,
    exceeds(offeredRate, mostRate(machine)) &&
      `${Math.round(offeredRate)} requests/s are many for ${cores} cores`,
  ];
  return signs.filter((sign) => sign !== false);
}

/** A known figure above its limit. */
function exceeds(value: number | null, limit: number): boolean {
  return value !== null && !(value <= limit);
}

/** What the companion should have measured. */
function unknownFigures({ control, machine }: GeneratorFacts): string[] {
  const figures: readonly (string | false)[] = [
    machine.clockDriftMs === null && 'whether the wall clock, which k6 measures with, was set',
    control === null &&
      'the measurement error, so that a default is assumed and all slow calls count as one burst',
    machine.cores === null && 'how busy the machine of the load generator was',
  ];
  return figures.filter((figure) => figure !== false);
}

function lowerRate({ machine, offeredRate }: GeneratorFacts): string {
  const most = mostRate(machine);
  return offeredRate <= most
    ? 'Run the test on a quieter machine, or lower the rate.'
    : `Use at most ${most} requests/s, or a machine that is quieter or has more cores.`;
}

function mostRate({ cores }: GeneratorFacts['machine']): number {
  return ratePerCore * (cores ?? Infinity);
}
