import type { Options, Scenario } from 'k6/options';
import { comparedEndpoints, sides } from '../../checks/comparison/measurement.ts';
import type { ComparisonPlan } from '../../checks/comparison/plan.ts';
import { outcomeTags } from '../../checks/outcome-tags.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';

/** Time for the last calls of the measured load to end: nothing of it may run beside the comparison. */
const pauseMs = 1000;

/** The options with a further scenario after the measured load, and with the figures that its summary reads. */
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
    thresholds: { ...reported(plan.blocks), ...options.thresholds },
  };
}

function reported(blocks: number): Record<string, string[]> {
  const numbers = Array.from({ length: blocks }, (_, block) => block);
  const keys = comparedEndpoints.flatMap((endpoint) => [
    ...['answered', 'p50', 'p90'].flatMap((figure) =>
      numbers.map((block) => `compare_${figure}{endpoint:${endpoint},block:${block}}`),
    ),
    ...sides.flatMap((side) => [
      `compare_calls{endpoint:${endpoint},side:${side}}`,
      ...['succeeded', ...outcomeTags].map(
        (outcome) => `compare_calls{endpoint:${endpoint},side:${side},outcome:${outcome}}`,
      ),
    ]),
  ]);
  return Object.fromEntries(keys.map((key) => [key, []]));
}
