import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { isQuietEnough, judgeQuietTime } from '../../checks/latency/quiet-time.ts';
import { cellTask, loadsMost, verdictOfGoingOn } from './cell.ts';
import { type Disturbance, disturbedLoad } from './disturbed-run.ts';
import { allowed, expectationOf, limitMs, plans } from './facts.ts';
import { mixed, type Service, steady, tied } from './service.ts';

const disturbances: readonly Disturbance[] = [
  { name: '3 s of 10', onSeconds: 3, offSeconds: 7, misread: 0.12, meanMs: 6, missed: 0.1 },
  { name: '3 s of 10, much', onSeconds: 3, offSeconds: 7, misread: 0.5, meanMs: 12, missed: 0.02 },
  { name: '8 s of 10, much', onSeconds: 8, offSeconds: 2, misread: 0.5, meanMs: 12, missed: 0.02 },
];
const disturbedServices: readonly Service[] = [
  ...[14, 26].map(steady),
  ...[0.25, 0.9, 1.1, 4].map((slowPercent) => mixed(2, slowPercent, 25)),
  ...[tied(5, 40), tied(20, 40), tied(20, 100), tied(100, 40)],
];

/** Seconds in which other programs disturbed the generator are left out. */
export const disturbedTasks = disturbances.flatMap((disturbance, first) =>
  disturbedServices.flatMap((service, second) =>
    [false, true].map((sharesMachine) => {
      const place = sharesMachine ? 'on the machine' : 'elsewhere';
      const name = `left out, ${disturbance.name}, ${place}, ${service.name}`;
      const seed = 110_000 + first * 1000 + second * 10 + Number(sharesMachine);
      const { onSeconds, offSeconds } = disturbance;
      const time = service.isTied ? onSeconds / (onSeconds + offSeconds) : 1;
      const isOverLimit = service.usualMs >= limitMs || service.slowShare * time > allowed;
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
