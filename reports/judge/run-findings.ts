import {
  availabilityFigure,
  declaredAvailability,
  leastEffect,
  synchronisation,
  trialsOf,
} from '../../checks/availability/figure.ts';
import { comparisonFindings } from '../../checks/comparison/comparison-findings.ts';
import {
  type ComparisonMeasurement,
  type ComparisonPlan,
  comparedEndpoints,
  type EndpointMeasurement,
  type Side,
  type SideCalls,
} from '../../checks/comparison/comparison-measurement.ts';
import { comparisonConfidence, judgeComparison } from '../../checks/comparison/judge-comparison.ts';
import { finding } from '../../checks/findings.ts';
import { availabilityCheck } from '../../checks/run-checks.ts';
import { outcomeTags } from '../../checks/tally.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { RunPlan } from '../facts.ts';
import { countOf, figureOf, type Metrics } from '../read-metrics.ts';
import type {
  AvailabilityFigure,
  AvailabilityResult,
  ComparisonResult,
  EndpointResult,
  Finding,
} from '../report.ts';
import { callsAndTime } from './calls-and-time.ts';

/** What the report shows, null if it was not measured, and what it is judged by. */
interface Judged<Result> {
  readonly result: Result | null;
  readonly findings: readonly Finding[];
}

/**
 * The 99.99 percent of §8 under each possible meaning, from the measured time of all endpoints together. A finding only if the
 * contract says which meaning applies.
 */
export function availabilityOf(
  contract: Contract,
  load: ResolvedLoad | null,
  endpoints: readonly EndpointResult[],
): Judged<AvailabilityResult> {
  if (load === null || endpoints.length === 0) return { result: null, findings: [] };
  // Under a changing load a service may shed calls.
  const declared = load.shape === 'steady' ? declaredAvailability(contract) : null;
  const seen = callsAndTime(endpoints, load.measureMs);
  const figures = {
    requests: availabilityFigure('requests', trialsOf.requests(seen), leastEffect(load), declared),
    seconds: availabilityFigure('seconds', trialsOf.seconds(seen), 1, declared),
    synchronisation,
  };
  return {
    result: { figures: Object.values(figures) },
    findings: declared === null ? [] : [findingOf(figures[declared.meaning])],
  };
}

function findingOf({ meaning, verdict, explanation }: AvailabilityFigure): Finding {
  return finding(availabilityCheck, {
    verdict: verdict === 'not-judged' ? 'not-applicable' : verdict,
    title: `The availability figure holds, defined as ${meaning}`,
    reading: 'The operator, not the document, declares what the figure measures.',
    explanation,
    remedy: '',
  });
}

/** What calling the two services in turns showed; `isAlone`: no other generator made a part of the load. */
export function comparisonSummary(
  { comparison: plan }: RunPlan,
  metrics: Metrics,
  isAlone: boolean,
): Judged<ComparisonResult> {
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
    endpoints: comparedEndpoints.map((name) => endpointMeasurement(metrics, name, plan)),
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
      const figure = (name: string) => figureOf(metrics, `compare_${name}`, 'value', tags) ?? 0;
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
