import type { ComparisonPlan, Side } from '../../checks/comparison/comparison-plan.ts';
import {
  comparisonConfidence,
  comparisonFindings,
  judgeComparison,
} from '../../checks/comparison/judge-comparison.ts';
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

function blockIn(metrics: Metrics, endpoint: Endpoint, block: string) {
  const figure = (name: 'answered' | 'p50' | 'p90') =>
    figureOf(metrics, `compare_${name}`, 'value', { endpoint, block }) ?? 0;
  const answered = figure('answered');
  return answered === 0 ? null : { answered, p50Ms: figure('p50'), p90Ms: figure('p90') };
}

function sideCalls(metrics: Metrics, endpoint: Endpoint, side: Side) {
  const count = (outcome: string) => countOf(metrics, 'compare_calls', { endpoint, side, outcome });
  return {
    made: countOf(metrics, 'compare_calls', { endpoint, side }),
    succeeded: count('succeeded'),
    outcomes: Object.fromEntries(outcomeTags.map((outcome) => [outcome, count(outcome)])),
  };
}
