import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { isQuietEnough, judgeQuietTime } from '../../checks/latency/quiet-time.ts';
import { seededRandom } from '../random.ts';
import { type Cell, cellOf, verdictOfGoingOn } from './cell.ts';
import { type Disturbance, disturbedLoad, type TiedService } from './disturbed-run.ts';
import { allowed, expectationOf, limitMs, plans } from './facts.ts';

const disturbances: readonly Disturbance[] = [
  { name: '3 s of 10', onSeconds: 3, offSeconds: 7, misread: 0.12, meanMs: 6, missed: 0.1 },
  { name: '3 s of 10, much', onSeconds: 3, offSeconds: 7, misread: 0.5, meanMs: 12, missed: 0.02 },
  { name: '8 s of 10, much', onSeconds: 8, offSeconds: 2, misread: 0.5, meanMs: 12, missed: 0.02 },
];
const disturbedServices: readonly TiedService[] = [
  { name: '14 ms', usualMs: 14, slowMs: 14, slowShare: 0, isTied: false },
  { name: '26 ms', usualMs: 26, slowMs: 26, slowShare: 0, isTied: false },
  { name: '2 ms, 0.25 % at 25 ms', usualMs: 2, slowMs: 25, slowShare: 0.0025, isTied: false },
  { name: '2 ms, 0.9 % at 25 ms', usualMs: 2, slowMs: 25, slowShare: 0.009, isTied: false },
  { name: '2 ms, 1.1 % at 25 ms', usualMs: 2, slowMs: 25, slowShare: 0.011, isTied: false },
  { name: '2 ms, 4 % at 25 ms', usualMs: 2, slowMs: 25, slowShare: 0.04, isTied: false },
  {
    name: '2 ms, 5 % of the disturbed calls at 40 ms',
    usualMs: 2,
    slowMs: 40,
    slowShare: 0.05,
    isTied: true,
  },
  {
    name: '2 ms, 20 % of the disturbed calls at 40 ms',
    usualMs: 2,
    slowMs: 40,
    slowShare: 0.2,
    isTied: true,
  },
  {
    name: '2 ms, 20 % of the disturbed calls at 100 ms',
    usualMs: 2,
    slowMs: 100,
    slowShare: 0.2,
    isTied: true,
  },
  { name: '2 ms, all disturbed calls at 40 ms', usualMs: 2, slowMs: 40, slowShare: 1, isTied: true },
];
export const disturbedTasks = disturbances.flatMap((disturbance, first) =>
  disturbedServices.flatMap((service, second) =>
    [false, true].map((sharesMachine) => {
      const place = sharesMachine ? 'on the machine' : 'elsewhere';
      const name = `left out, ${disturbance.name}, ${place}, ${service.name}`;
      const seed = 110_000 + first * 1000 + second * 10 + Number(sharesMachine);
      return { name, make: async () => disturbedCell(name, disturbance, service, sharesMachine, seed) };
    }),
  ),
);

/** Seconds in which other programs disturbed the generator are left out. */
function disturbedCell(
  name: string,
  disturbance: Disturbance,
  service: TiedService,
  sharesMachine: boolean,
  seed: number,
): Cell {
  const plan = plans[1];
  const random = seededRandom(seed);
  const { onSeconds, offSeconds } = disturbance;
  const time = service.isTied ? onSeconds / (onSeconds + offSeconds) : 1;
  const isOverLimit = service.usualMs >= limitMs || service.slowShare * time > allowed;
  return cellOf(name, 400, isOverLimit, () => {
    const goOn = disturbedLoad(random, plan, disturbance, service);
    return verdictOfGoingOn((loads, more, times) => {
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
}
