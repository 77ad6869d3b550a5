import type { Options, Scenario } from 'k6/options';
import type { ComparisonPlan } from '../../checks/comparison/plan.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';

/** Time for the last calls of the measured load to end: nothing of it may run beside the comparison. */
const pauseMs = 1000;

/** The options with a further scenario after the measured load. */
export function withComparison(options: Options, load: ResolvedLoad, plan: ComparisonPlan): Options {
  const compare: Scenario = {
    executor: 'per-vu-iterations',
    exec: 'compare',
    vus: 1,
    iterations: 1,
    startTime: `${load.warmUpMs + load.measureMs + pauseMs}ms`,
    maxDuration: `${Math.ceil(plan.mostMs / 1000) + 30}s`,
    gracefulStop: '0s',
  };
  return {
    ...options,
    scenarios: { ...options.scenarios, compare },
  };
}
