import {
  declaredAvailability,
  goodTime,
  successShare,
  synchronisation,
} from '../../checks/availability/meanings.ts';
import { finding } from '../../checks/finding.ts';
import { availabilityCheck } from '../../checks/run-checks.ts';
import { sumOf } from '../../checks/statistics/sum.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import { neverMade, stretchesOf, timeOf, withLost } from '../ledger/bad-time.ts';
import type { AvailabilityFigure, AvailabilityResult, EndpointResult, Finding } from '../report.ts';

export interface Availability {
  readonly result: AvailabilityResult | null;
  /** Only where the contract says what the figure means. */
  readonly findings: readonly Finding[];
}

/** The 99.99 percent of §8 under each thing that it may mean, from the measured time of all endpoints together. */
export function availabilityOf(
  contract: Contract,
  load: ResolvedLoad | null,
  endpoints: readonly EndpointResult[],
): Availability {
  if (load === null || endpoints.length === 0) return { result: null, findings: [] };
  // What a service sheds of a load that changes is the result of the run.
  const declared = load.shape === 'steady' ? declaredAvailability(contract) : null;
  const slices = stretchesOf(endpoints, load.measureMs);
  const lost = sumOf(endpoints, (one) => one.lost) + neverMade(endpoints);
  const figures = {
    requests: successShare(slices, { ...load, lost }, declared),
    seconds: goodTime(withLost(timeOf(slices), lost), declared),
    synchronisation: synchronisation(declared),
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
    remedy: verdict === 'inconclusive' ? 'Add up several runs with the ledger, or lengthen the run.' : '',
  });
}
