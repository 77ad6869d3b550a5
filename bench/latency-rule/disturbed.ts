import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { type Divided, isQuietEnough, judgeQuietTime } from '../../checks/latency/quiet-time.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { sliceCount } from '../../schemas/load-plan.ts';
import { exponential, type Random } from '../random.ts';
import { cellTask, loadsMost, verdictOfGoingOn } from './cell.ts';
import { allowed, expectationOf, limitMs, type Plan, plans } from './facts.ts';
import { calmErrorMs, controlPerCall, counted, type Readings } from './readings.ts';

/** Other programs on the machine of the generator, for some seconds at a time. */
interface Disturbance {
  readonly name: string;
  readonly onSeconds: number;
  readonly offSeconds: number;
  /** Share of the calls that are misread meanwhile, and the mean of what is added to them, milliseconds. */
  readonly misread: number;
  readonly meanMs: number;
  /** Share of the disturbed slices that are not recognised. */
  readonly missed: number;
}

/** Most calls take `usualMs`; of the others, `isTied` leaves slow only those made while the generator is disturbed: one host for both. */
interface Service {
  readonly usualMs: number;
  readonly slowPercent: number;
  readonly slowMs: number;
  readonly isTied: boolean;
}

const disturbances: readonly Disturbance[] = [
  { name: '3 s of 10', onSeconds: 3, offSeconds: 7, misread: 0.12, meanMs: 6, missed: 0.1 },
  { name: '3 s of 10, much', onSeconds: 3, offSeconds: 7, misread: 0.5, meanMs: 12, missed: 0.02 },
  { name: '8 s of 10, much', onSeconds: 8, offSeconds: 2, misread: 0.5, meanMs: 12, missed: 0.02 },
];
const services: readonly Service[] = [
  ...[14, 26].map((usualMs) => ({ usualMs, slowPercent: 0, slowMs: usualMs, isTied: false })),
  ...[0.25, 0.9, 1.1, 4].map((slowPercent) => ({ usualMs: 2, slowPercent, slowMs: 25, isTied: false })),
  ...(
    [
      [5, 40],
      [20, 40],
      [20, 100],
      [100, 40],
    ] as const
  ).map(([slowPercent, slowMs]) => ({ usualMs: 2, slowPercent, slowMs, isTied: true })),
];

function nameOf({ usualMs, slowPercent, slowMs, isTied }: Service): string {
  if (slowPercent === 0) return `${usualMs} ms`;
  return `${usualMs} ms, ${slowPercent} %${isTied ? ' of the disturbed calls' : ''} at ${slowMs} ms`;
}

/** Seconds in which other programs disturbed the generator are left out. */
export const disturbedTasks = disturbances.flatMap((disturbance, first) =>
  services.flatMap((service, second) =>
    [false, true].map((sharesMachine) => {
      const place = sharesMachine ? 'on the machine' : 'elsewhere';
      const name = `left out, ${disturbance.name}, ${place}, ${nameOf(service)}`;
      const seed = 110_000 + first * 1000 + second * 10 + Number(sharesMachine);
      const { onSeconds, offSeconds } = disturbance;
      const time = service.isTied ? onSeconds / (onSeconds + offSeconds) : 1;
      const isOverLimit = service.usualMs >= limitMs || (service.slowPercent / 100) * time > allowed;
      return cellTask(name, seed, 400, isOverLimit, (random) => {
        const plan = plans[1];
        const goOn = disturbedLoad(random, plan, disturbance, service);
        return verdictOfGoingOn(loadsMost, (loads, more, times) => {
          const longer = { ...plan, durationMs: plan.durationMs * times };
          const expectation = expectationOf(longer, loads);
          const { whole, ...divided } = goOn(more);
          const ofAll = () => judgeLatency(whole.measurement, whole.generator, expectation);
          const [quiet, slices] = [divided.kept, whole].map(({ measurement }) => measurement.slices.length);
          return isQuietEnough(quiet ?? 0, slices ?? 0)
            ? judgeQuietTime(divided, expectation, sharesMachine ? ofAll() : null)
            : ofAll();
        });
      });
    }),
  ),
);

/** A load that goes on: each call of the function makes it longer by `more` times `plan`, in as many slices, and divides all of it by the slices that were recognised as disturbed. */
function disturbedLoad(
  random: Random,
  plan: Plan,
  { onSeconds, offSeconds, misread, meanMs, missed }: Disturbance,
  { usualMs, slowMs, slowPercent, isTied }: Service,
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
      const isSlow = random() < slowPercent / 100 && (isOn || !isTied);
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
