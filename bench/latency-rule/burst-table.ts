import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { passAlpha } from '../../checks/latency/reading.ts';
import { upperBound } from '../../checks/statistics/clopper-pearson.ts';
import { designEffect } from '../../checks/statistics/design-effect.ts';
import { simulateWindow, type Window } from './bursts.ts';
import { allowed, expectationOf, faultless, measurementOf, type Plan, plans } from './facts.ts';
import { seededRandom } from './random.ts';

/** Counts of verdicts over the runs of one cell, and of passes by other rules on the same windows. */
export interface BurstCell {
  readonly plan: Plan;
  /** Mean burst in calls; null: independent calls. */
  readonly meanBurst: number | null;
  /** The mean burst over the stated stall resolution. */
  readonly resolved: number;
  /** True share of slow calls over the share allowed. */
  readonly multiple: number;
  readonly runs: number;
  readonly pass: number;
  readonly fail: number;
  readonly plainPass: number;
  readonly naivePass: number;
  readonly independentPass: number;
  readonly exactBurstPass: number;
}

const meanBursts = [null, 1, 3, 5, 10, 20, 50] as const;
const multiples = [0.5, 0.99, 1.01, 2];

export function burstCells(runs: number): BurstCell[] {
  return plans.flatMap((plan, first) =>
    meanBursts.flatMap((meanBurst, second) =>
      multiples.map((multiple, third) =>
        simulateCell(plan, meanBurst, multiple, runs, 1 + first * 100 + second * 10 + third),
      ),
    ),
  );
}

function simulateCell(
  plan: Plan,
  meanBurst: number | null,
  multiple: number,
  runs: number,
  seed: number,
): BurstCell {
  const random = seededRandom(seed);
  const counts = { pass: 0, fail: 0, plainPass: 0, naivePass: 0, independentPass: 0, exactBurstPass: 0 };
  for (let run = 0; run < runs; run += 1) {
    const window = simulateWindow(random, plan.calls, allowed * multiple, meanBurst);
    for (const rule of rulesHolding(plan, window)) counts[rule] += 1;
  }
  const resolutionCalls = (allowed * plan.calls) / Math.log(1 / passAlpha);
  return { plan, meanBurst, multiple, runs, resolved: (meanBurst ?? 1) / resolutionCalls, ...counts };
}

type Rule = 'pass' | 'fail' | 'plainPass' | 'naivePass' | 'independentPass' | 'exactBurstPass';

function rulesHolding(plan: Plan, window: Window): Rule[] {
  const measurement = measurementOf(plan, window);
  const expectation = expectationOf(plan);
  const { verdict } = judgeLatency(measurement, faultless, expectation);
  const plain = judgeLatency(measurement, { ...faultless, control: null }, expectation);
  const { slow, calls, squares } = window;
  const slices = designEffect(window.slices.map(({ n, slow: hits }) => ({ n, hits })));
  const exact = Math.max(slices, slow === 0 ? 1 : squares / slow);
  const passesOn = (effect: number) => upperBound(slow / effect, calls / effect, passAlpha) <= allowed;
  const holding: [Rule, boolean][] = [
    ['pass', verdict === 'pass'],
    ['fail', verdict === 'fail'],
    ['plainPass', plain.verdict === 'pass'],
    ['naivePass', slow < allowed * calls],
    ['independentPass', passesOn(1)],
    ['exactBurstPass', passesOn(exact)],
  ];
  return holding.filter(([, holds]) => holds).map(([rule]) => rule);
}
