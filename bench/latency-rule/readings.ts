import {
  type GeneratorFacts,
  type LatencyMeasurement,
  overGridMs,
} from '../../checks/latency/measurement.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { exponential, type Random } from '../random.ts';
import { faultless, limitMs, measurementOf, type Plan } from './facts.ts';

/** How long calls waited, by slices, and by how much those of the control waited too long, milliseconds. */
export interface Readings {
  readonly slices: number[][];
  readonly errorsMs: number[];
}

export const controlPerCall = 0.6;
const calmMs = 0.08;
/** k6 reads this much more as duration than as waiting. */
const receivingMs = 0.1;

/** What a generator adds to every call. */
export function calmErrorMs(random: Random): number {
  return exponential(random, calmMs);
}

/** As the harness counts them. */
export function counted(
  plan: Plan,
  { slices, errorsMs }: Readings,
): { readonly measurement: LatencyMeasurement; readonly generator: GeneratorFacts } {
  const isSlow = (waitingMs: number) => waitingMs + receivingMs >= limitMs;
  const counts = slices.map((slice) => ({ n: slice.length, slow: slice.filter(isSlow).length }));
  const errors = errorsMs.map((ms) => ms + receivingMs);
  const control = { n: errors.length, lost: 0, overError: reaching(errors), serviceMedianMs: limitMs };
  return {
    measurement: {
      ...measurementOf(plan, { slices: counts }),
      overLimit: reaching(slices.flat().map((ms) => ms - limitMs)),
    },
    generator: { ...faultless, control },
  };
}

/** How many of them reach each step of the grid. */
function reaching(values: Iterable<number>): number[] {
  const highest = overGridMs.map(() => 0);
  for (const ms of values) {
    const above = overGridMs.findIndex((bound) => bound > ms);
    const step = (above < 0 ? overGridMs.length : above) - 1;
    if (step >= 0) highest[step] = (highest[step] ?? 0) + 1;
  }
  return highest.map((_, step) => sumOf(highest.slice(step), (count) => count));
}
