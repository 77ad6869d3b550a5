import type { Divided } from '../../checks/latency/quiet-time.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { sliceCount } from '../../schemas/load-plan.ts';
import { exponential, type Random } from '../random.ts';
import type { Plan } from './facts.ts';
import { calmErrorMs, controlPerCall, counted, type Readings } from './readings.ts';
import type { Service } from './service.ts';

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

/** A load that goes on: each call of the function makes it longer by `more` times `plan`, in as many slices, and divides all of it by the slices that were recognised as disturbed. */
export function disturbedLoad(
  random: Random,
  plan: Plan,
  { onSeconds, offSeconds, misread, meanMs, missed }: Disturbance,
  { usualMs, slowMs, slowShare, isTied }: Service,
): (more: number) => Divided & { readonly whole: Divided['kept'] } {
  const nothing = (): Readings => ({ slices: [], errorsMs: [] });
  const [whole, kept, leftOut] = [nothing(), nothing(), nothing()];
  const sliceSeconds = plan.durationMs / 1000 / sliceCount;
  let atSeconds = random() * (onSeconds + offSeconds);
  const makeSlice = (more: number) => {
    const isOn = atSeconds % (onSeconds + offSeconds) < onSeconds;
    atSeconds += sliceSeconds * more;
    const parts = [whole, isOn && random() >= missed ? leftOut : kept];
    const callsEach = Math.round((plan.calls * more) / sliceCount);
    const errorMs = () =>
      calmErrorMs(random) + (isOn && random() < misread ? exponential(random, meanMs) : 0);
    const slice = Array.from({ length: callsEach }, () => {
      const isSlow = random() < slowShare && (isOn || !isTied);
      return (isSlow ? slowMs : usualMs) + errorMs();
    });
    const errorsMs = Array.from({ length: Math.ceil(controlPerCall * callsEach) }, errorMs);
    for (const part of parts) {
      part.slices.push(slice);
      part.errorsMs.push(...errorsMs);
    }
  };
  const partOf = (part: Readings): Divided['kept'] => {
    const calls = sumOf(part.slices, ({ length }) => length);
    const { measurement, generator } = counted(
      { ...plan, durationMs: (plan.durationMs * calls) / plan.calls },
      part,
    );
    return { measurement: { ...measurement, percentiles: [{ percentile: 25, ms: usualMs }] }, generator };
  };
  return (more) => {
    for (let slice = 0; slice < sliceCount; slice += 1) makeSlice(more);
    return { whole: partOf(whole), kept: partOf(kept), leftOut: partOf(leftOut) };
  };
}
