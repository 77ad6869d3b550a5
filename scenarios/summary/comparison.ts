import { comparisonFindings } from '../../checks/comparison/comparison-findings.ts';
import { intervalConfidence, judgeComparison } from '../../checks/comparison/judge-comparison.ts';
import type { Side } from '../../checks/comparison/measurement.ts';
import {
  comparedEndpoints,
  type EndpointMeasurement,
  type SideCalls,
} from '../../checks/comparison/measurement.ts';
import type { ComparisonResult } from '../../checks/comparison/result.ts';
import type { Finding } from '../../checks/finding.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { ComparisonPlan } from '../comparison/plan.ts';
import { outcomeTags } from '../load/outcome-tags.ts';
import type { RunContext } from '../run-context.ts';
import { countOf, figureOf, type SummaryData } from './summary-data.ts';

export interface ComparisonSummary {
  readonly result: ComparisonResult | null;
  readonly findings: readonly Finding[];
}

/** What the turns of the two services showed; `isAlone`: no other generator took a part of the load. */
export function comparisonSummary(
  { comparison: plan, counterpart }: RunContext,
  data: SummaryData,
  isAlone: boolean,
): ComparisonSummary {
  if (plan === null || counterpart === null) return { result: null, findings: [] };
  const endpoints = judgeComparison({
    plannedBlocks: plan.blocks,
    callsPerBlock: plan.callsPerBlock,
    dropped: countOf(data, 'compare_dropped'),
    clockJumps: countOf(data, 'compare_clock_jumps'),
    isAlone,
    endpoints: comparedEndpoints.map((name) => endpointMeasurement(data, name, plan)),
  });
  const result = {
    counterpart: counterpart.baseUrl,
    rate: plan.rate,
    blockMs: plan.blockMs,
    confidence: intervalConfidence(endpoints.length),
    endpoints,
  };
  return { result, findings: comparisonFindings(result) };
}

function endpointMeasurement(
  data: SummaryData,
  endpoint: Endpoint,
  { blocks }: ComparisonPlan,
): EndpointMeasurement {
  return {
    name: endpoint,
    blocks: Array.from({ length: blocks }, (_, number) => {
      const tags = { endpoint, block: String(number) };
      const figure = (name: string) => figureOf(data, `compare_${name}`, 'value', tags) ?? 0;
      const answered = figure('answered');
      return answered === 0 ? null : { answered, p50Ms: figure('p50'), p90Ms: figure('p90') };
    }),
    calls: {
      candidate: sideCalls(data, endpoint, 'candidate'),
      counterpart: sideCalls(data, endpoint, 'counterpart'),
    },
  };
}

function sideCalls(data: SummaryData, endpoint: Endpoint, side: Side): SideCalls {
  const count = (outcome: string) => countOf(data, 'compare_calls', { endpoint, side, outcome });
  return {
    made: countOf(data, 'compare_calls', { endpoint, side }),
    succeeded: count('succeeded'),
    outcomes: Object.fromEntries(outcomeTags.map((outcome) => [outcome, count(outcome)])),
  };
}
