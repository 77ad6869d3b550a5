import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import type { Random } from '../random.ts';
import { simulateWindow } from './bursts.ts';
import { cellTask } from './cell.ts';
import { allowed, expectationOf, type Plan, plans } from './facts.ts';
import { calmErrorMs, controlPerCall, counted } from './readings.ts';

const burstMs = 60;

/** Nearly all calls are slow by the error of measurement alone, and a share of them in bursts that are slow indeed. */
function nearLimit(random: Random, plan: Plan, usualMs: number, share: number, meanBurst: number) {
  const slices = simulateWindow(random, plan.calls, share, meanBurst).slices.map(({ n, slow }) =>
    Array.from({ length: n }, (_, call) => (call < slow ? burstMs : usualMs) + calmErrorMs(random)),
  );
  const controlCalls = Math.round(controlPerCall * plan.calls);
  return counted(plan, {
    slices,
    errorsMs: Array.from({ length: controlCalls }, () => calmErrorMs(random)),
  });
}

export const hiddenTasks = plans.slice(0, 2).flatMap((plan, first) =>
  [19.85, 19.95].flatMap((usualMs, second) =>
    [20, 50].map((meanBurst, third) => {
      const name = `at the limit, ${plan.name}, ${usualMs} ms, mean ${meanBurst}, 0.99 × 1 % slow`;
      return cellTask(name, 150_000 + first * 1000 + second * 100 + third, 1000, false, (random) => {
        const { measurement, generator } = nearLimit(random, plan, usualMs, 0.99 * allowed, meanBurst);
        return judgeLatency(measurement, generator, expectationOf(plan)).verdict;
      });
    }),
  ),
);
