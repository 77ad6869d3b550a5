import {
  availabilityFigure,
  declaredAvailability,
  leastEffect,
  synchronisation,
  trialsOf,
} from '../../checks/availability/figure.ts';
import { finding } from '../../checks/findings.ts';
import { availabilityCheck } from '../../checks/run-checks.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { AvailabilityFigure, AvailabilityResult, EndpointResult, Finding } from '../report.ts';
import { callsAndTime } from './calls-and-time.ts';

/** What the report shows, null if it was not measured, and what it is judged by. */
interface AvailabilitySummary {
  readonly result: AvailabilityResult | null;
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
): AvailabilitySummary {
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
