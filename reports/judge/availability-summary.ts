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

/** What the report shows, or null if not measured, and what the finding is based on. */
interface AvailabilitySummary {
  readonly result: AvailabilityResult | null;
  readonly findings: readonly Finding[];
}

/**
 * The 99.99 percent of §8 under each possible meaning, from the measured time of all endpoints together. There is a finding only
 * if the contract declares the meaning.
 */
export function availabilityOf(
  contract: Contract,
  load: ResolvedLoad | null,
  endpoints: readonly EndpointResult[],
): AvailabilitySummary {
  if (load === null || endpoints.length === 0) return { result: null, findings: [] };
  // Under a changing load, a service may shed calls.
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
