import { comparisonFindings } from '../../checks/comparison/comparison-findings.ts';
import type {
  ComparisonMeasurement,
  EndpointMeasurement,
  SideCalls,
} from '../../checks/comparison/comparison-measurement.ts';
import type { ComparisonPlan, Side } from '../../checks/comparison/comparison-plan.ts';
import { comparisonConfidence, judgeComparison } from '../../checks/comparison/judge-comparison.ts';
import { outcomeTags } from '../../checks/tally.ts';
import { type Endpoint, repeatableEndpoints } from '../../schemas/endpoints.ts';
import type { RunPlan } from '../facts.ts';
import { countOf, figureOf, type Metrics } from '../read-metrics.ts';
import type { ComparisonResult, Finding } from '../report.ts';

/** What the report shows, null without a comparison, and what it is judged by. */
interface ComparisonSummary {
  readonly result: ComparisonResult | null;
  readonly findings: readonly Finding[];
}

/** What calling the two services in turns showed; `isAlone`: no other generator made a part of the load. */
export function comparisonSummary(
  { comparison: plan }: RunPlan,
  metrics: Metrics,
  isAlone: boolean,
): ComparisonSummary {
  if (plan === null) return { result: null, findings: [] };
  const endpoints = judgeComparison(comparisonMeasurement(metrics, plan, isAlone));
  const result = {
    counterpart: plan.counterpart,
    rate: plan.rate,
    blockMs: plan.blockMs,
    confidence: comparisonConfidence(endpoints.length),
    endpoints,
  };
  return { result, findings: comparisonFindings(result) };
}

export function comparisonMeasurement(
  metrics: Metrics,
  plan: ComparisonPlan,
  isAlone: boolean,
): ComparisonMeasurement {
  return {
    plannedBlocks: plan.blocks,
    callsPerBlock: plan.callsPerBlock,
    dropped: countOf(metrics, 'compare_dropped'),
    clockJumps: countOf(metrics, 'compare_clock_jumps'),
    isAlone,
    endpoints: repeatableEndpoints.map((name) => endpointMeasurement(metrics, name, plan)),
  };
}

function endpointMeasurement(
  metrics: Metrics,
  endpoint: Endpoint,
  { blocks }: ComparisonPlan,
): EndpointMeasurement {
  return {
    name: endpoint,
    blocks: Array.from({ length: blocks }, (_, number) => {
      const tags = { endpoint, block: String(number) };
      const figure = (name: 'answered' | 'p50' | 'p90') =>
        figureOf(metrics, `compare_${name}`, 'value', tags) ?? 0;
      const answered = figure('answered');
      return answered === 0 ? null : { answered, p50Ms: figure('p50'), p90Ms: figure('p90') };
    }),
    calls: {
      candidate: sideCalls(metrics, endpoint, 'candidate'),
      counterpart: sideCalls(metrics, endpoint, 'counterpart'),
    },
  };
}

function sideCalls(metrics: Metrics, endpoint: Endpoint, side: Side): SideCalls {
  const count = (outcome: string) => countOf(metrics, 'compare_calls', { endpoint, side, outcome });
  return {
    made: countOf(metrics, 'compare_calls', { endpoint, side }),
    succeeded: count('succeeded'),
    outcomes: Object.fromEntries(outcomeTags.map((outcome) => [outcome, count(outcome)])),
  };
}
