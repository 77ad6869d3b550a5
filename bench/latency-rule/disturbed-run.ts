import { type LatencyMeasurement, overGridMs } from '../../checks/latency/measurement.ts';
import type { Divided } from '../../checks/latency/quiet-time.ts';
import { sliceCount } from '../../schemas/load-plan.ts';
import { exponential, type Random } from '../random.ts';
import { faultless, limitMs, measurementOf, type Plan } from './facts.ts';
import { controlOf, type Service } from './noisy-run.ts';

/** Other programs on the machine of the generator, for some seconds at a time. */
export interface Disturbance {
  readonly name: string;
  readonly onSeconds: number;
  readonly offSeconds: number;
  /** Share of the calls that are misread meanwhile, and the mean of what is added to them, milliseconds. */
  readonly misread: number;
  readonly meanMs: number;
  /** Share of the disturbed slices that are not recognised. */
  readonly missed: number;
}

/** Its slow calls come at any time, or only while the generator is disturbed: one host for both. */
export interface TiedService extends Service {
  readonly isTied: boolean;
}

const calmMs = 0.08;
const receivingMs = 0.1;
const controlPerCall = 0.6;

interface Counted {
  readonly slices: { n: number; slow: number }[];
  readonly over: number[];
  readonly errorsMs: number[];
}

/** A load that goes on: each call of the function makes it longer by `more` times `plan`, in as many slices, and divides all of it by the slices that were recognised as disturbed. */
export function disturbedLoad(
  random: Random,
  plan: Plan,
  { onSeconds, offSeconds, misread, meanMs, missed }: Disturbance,
  { usualMs, slowMs, slowShare, isTied }: TiedService,
): (more: number) => Divided & { readonly whole: Divided['kept'] } {
  const [whole, kept, leftOut] = [newCounted(), newCounted(), newCounted()];
  const sliceSeconds = plan.durationMs / 1000 / sliceCount;
  let atSeconds = random() * (onSeconds + offSeconds);
  const makeSlice = (more: number) => {
    const isOn = atSeconds % (onSeconds + offSeconds) < onSeconds;
    atSeconds += sliceSeconds * more;
    const parts = [whole, isOn && random() >= missed ? leftOut : kept];
    const callsEach = Math.round((plan.calls * more) / sliceCount);
    for (const { slices } of parts) slices.push({ n: callsEach, slow: 0 });
    const errorMs = () =>
      exponential(random, calmMs) + (isOn && random() < misread ? exponential(random, meanMs) : 0);
    for (let call = 0; call < callsEach; call += 1) {
      const isSlow = random() < slowShare && (isOn || !isTied);
      const waitingMs = (isSlow ? slowMs : usualMs) + errorMs();
      for (const part of parts) count(part, waitingMs);
    }
    for (let call = 0; call < controlPerCall * callsEach; call += 1) {
      const readMs = errorMs() + receivingMs;
      for (const { errorsMs } of parts) errorsMs.push(readMs);
    }
  };
  return (more) => {
    for (let slice = 0; slice < sliceCount; slice += 1) makeSlice(more);
    return {
      whole: partOf(plan, whole, usualMs),
      kept: partOf(plan, kept, usualMs),
      leftOut: partOf(plan, leftOut, usualMs),
    };
  };
}

function newCounted(): Counted {
  return { slices: [], over: overGridMs.map(() => 0), errorsMs: [] };
}

function count({ slices, over }: Counted, waitingMs: number): void {
  const slice = slices.at(-1);
  if (slice !== undefined && waitingMs + receivingMs >= limitMs) slice.slow += 1;
  const beyond = overGridMs.findLastIndex((step) => waitingMs >= limitMs + step);
  if (beyond >= 0) over[beyond] = (over[beyond] ?? 0) + 1;
}

function partOf(plan: Plan, { slices, over, errorsMs }: Counted, usualMs: number): Divided['kept'] {
  const calls = slices.reduce((sum, { n }) => sum + n, 0);
  const slow = slices.reduce((sum, slice) => sum + slice.slow, 0);
  const durationMs = (plan.durationMs * calls) / plan.calls;
  const overLimit = overGridMs.map((_, at) => over.slice(at).reduce((sum, one) => sum + one, 0));
  const measurement: LatencyMeasurement = {
    ...measurementOf({ ...plan, durationMs }, { calls, slow, slices, squares: 0 }),
    overLimit,
    percentiles: [{ percentile: 25, ms: usualMs }],
  };
  return { measurement, generator: { ...faultless, control: controlOf(errorsMs) } };
}
