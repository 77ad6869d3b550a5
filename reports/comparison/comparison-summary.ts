import type { ComparisonPlan, Side } from '../../checks/comparison/comparison-plan.ts';
import {
  comparisonConfidence,
  comparisonFindings,
  judgeComparison,
} from '../../checks/comparison/judge-comparison.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { outcomeTags } from '../../checks/tally.ts';
import { type Endpoint, repeatableEndpoints } from '../../schemas/endpoints.ts';
import type { RunPlan } from '../facts.ts';
import { countOf, figureOf, type Metrics } from '../read-metrics.ts';

/** What calling the two services in turns showed, null without a comparison; `isAlone`: no other generator made a part of the load. */
export function comparisonSummary({ comparison: plan }: RunPlan, metrics: Metrics, isAlone: boolean) {
  if (plan === null) return { result: null, findings: [] };
  const endpoints = judgeComparison(comparisonMeasurement(metrics, plan, isAlone));
  const { counterpart, rate, blockMs } = plan;
  const result = { counterpart, rate, blockMs, confidence: comparisonConfidence, endpoints };
  return { result, findings: comparisonFindings(endpoints) };
}

/** What `judgeComparison` judges by. */
export function comparisonMeasurement(metrics: Metrics, plan: ComparisonPlan, isAlone: boolean) {
  const blocks = Array.from({ length: plan.blocks }, (_, number) => String(number));
  return {
    ...plan,
    dropped: countOf(metrics, 'compare_dropped'),
    clockJumps: countOf(metrics, 'compare_clock_jumps'),
    isAlone,
    endpoints: repeatableEndpoints.map((name) => ({
      name,
      blocks: blocks.map((block) => blockIn(metrics, name, block)),
      calls: {
        candidate: sideCalls(metrics, name, 'candidate'),
        counterpart: sideCalls(metrics, name, 'counterpart'),
      },
    })),
  };
}

/** null: the block has no times. k6 reports 0 for a gauge that was never set. */
function blockIn(metrics: Metrics, endpoint: Endpoint, block: string) {
  const p50Ms = figureOf(metrics, 'compare_p50', 'value', { endpoint, block }) ?? 0;
  const p90Ms = figureOf(metrics, 'compare_p90', 'value', { endpoint, block }) ?? 0;
  return p50Ms > 0 && p90Ms > 0 ? { p50Ms, p90Ms } : null;
}

function sideCalls(metrics: Metrics, endpoint: Endpoint, side: Side) {
  const count = (outcome: string) => countOf(metrics, 'compare_calls', { endpoint, side, outcome });
  const succeeded = count('succeeded');
  return {
    made: succeeded + sumOf(outcomeTags, count),
    succeeded,
    outcomes: Object.fromEntries(outcomeTags.map((outcome) => [outcome, count(outcome)])),
  };
}
