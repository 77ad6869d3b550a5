import type { Condition } from '../../dist/report-types.ts';
import { ratePerCore } from '../../schemas/load-plan.ts';
import type { Machine } from '../../schemas/machine.ts';
import { said } from '../causes.ts';
import { msText, roughPercentText } from '../wording.ts';
import type { LatencyFacts } from './conditions.ts';
import { type GeneratorFacts, lateFromMs, noiseIn } from './measurement.ts';

/** More signs than this appear only among the report's machine figures. */
const mostSigns = 2;
/** Share of calls that may be late. */
const mostLate = 0.05;

/** Share of the processors' time from which a machine is busy. */
const busyFrom = 0.4;
/** Share of it from which the generator makes the machine busy. */
const ownFrom = 0.25;

export function machineConditions({ measurement, generator }: LatencyFacts): Condition[] {
  const { machine, negativeTimings, latenessP99Ms, achievedRate, offeredRate, hasCompanion } = generator;
  const { late, valid, limitMs } = measurement;
  const most = ratePerCore * (machine.cores ?? Infinity);
  const isRateFit = offeredRate <= most;
  const drift = msText(machine.clockDriftMs ?? 0);
  const unknown = unknownFigures(generator).join('; ');
  const signs = signsOfHaste(generator, most).slice(0, mostSigns).join(', ');
  const rates = { made: achievedRate.toFixed(1), due: offeredRate.toFixed(1), most };
  return [
    (exceeds(machine.clockDriftMs, 1) || negativeTimings > 0) &&
      said('clock-step', { drift, impossible: negativeTimings }),
    controlLost(generator),
    // Plain k6 has a stricter rule.
    unknown !== '' && said(hasCompanion ? 'companion-silent' : 'no-companion', { unknown }),
    late > mostLate * valid && said('late-calls', { late, calls: valid, time: msText(lateFromMs(limitMs)) }),
    latenessP99Ms === null && said('lateness-unknown'),
    signs !== '' && said(isRateFit ? 'busy-machine' : 'busy-by-rate', { signs, most }),
    isStarved(generator) && said('starved-service', { busy: roughPercentText(machine.boxBusyShare ?? 0, 2) }),
    !(achievedRate >= 0.99 * offeredRate) && said(isRateFit ? 'rate-missed' : 'rate-too-high', rates),
  ].filter((one) => one !== false);
}

function controlLost({ control }: GeneratorFacts): Condition | false {
  if (control === null) return false;
  const { n, lost, serviceMedianMs } = control;
  const isWhole = lost <= 0.01 * n && (serviceMedianMs ?? NaN) <= 20.5;
  return !isWhole && said('control-lost', { lost, calls: n + lost, time: msText(serviceMedianMs ?? 0) });
}

/** On a machine without a free processor, no service can answer in time. */
export function isStarved({ isOnThisMachine, machine }: GeneratorFacts): boolean {
  return isOnThisMachine && exceeds(machine.boxBusyShare, 0.95);
}

/** Signs that the load generator waited for a processor and may have measured too long. Unknown figures are no sign. */
function signsOfHaste(generator: GeneratorFacts, mostRate: number) {
  const { machine, offeredRate } = generator;
  const misread = (ms: number, most: number) => {
    const { n, hits } = noiseIn(generator, ms);
    return (
      hits > most * n &&
      `it misread ${roughPercentText(hits / n, 2)} of the control calls by ${ms} ms or more`
    );
  };
  return [
    // On a quiet machine fewer are misread by so much.
    misread(3, 0.01) || misread(1, 0.05),
    ...machineSigns(machine),
    exceeds(offeredRate, mostRate) &&
      `${Math.round(offeredRate)} requests/s are many for ${machine.cores} cores`,
  ].filter((one) => one !== false);
}

/** Signs in the figures of a machine, whatever runs on it, that programs wait there for a processor. Unknown figures are no sign. */
export function machineSigns(machine: Machine): string[] {
  const { cores, boxBusyShare, generatorBusyShare, stolenShare, throttledPeriods, loadAverage } = machine;
  const percent = (share: number | null) => roughPercentText(share ?? 0, 2);
  return [
    exceeds(boxBusyShare, busyFrom) && `the processor was busy ${percent(boxBusyShare)} of the time`,
    exceeds(generatorBusyShare, ownFrom) && `the generator itself used ${percent(generatorBusyShare)} of it`,
    exceeds(stolenShare, 0.01) && `the host took ${percent(stolenShare)} of the processor time`,
    exceeds(throttledPeriods, 0) && `a quota stopped it in ${throttledPeriods} periods`,
    exceeds(loadAverage, cores ?? Infinity) && `${loadAverage?.toFixed(1)} processes shared ${cores} cores`,
  ].filter((one) => one !== false);
}

/** Whether a figure is known and not within its limit. */
function exceeds(value: number | null, limit: number): boolean {
  return value !== null && !(value <= limit);
}

/** Figures that the companion should have measured. */
function unknownFigures({ control, machine }: GeneratorFacts): string[] {
  return [
    machine.clockDriftMs === null && 'whether the wall clock, which k6 measures with, was set',
    control === null &&
      'the measurement error, so that a default is assumed and all slow calls count as one burst',
    machine.cores === null && 'how busy the machine of the load generator was',
  ].filter((one) => one !== false);
}
