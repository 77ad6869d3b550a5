import { endpointNames } from '../../schemas/endpoints.ts';
import type { ResolvedLoad } from '../load/plan.ts';
import { farOverKey } from '../thresholds.ts';
import { countOf, type SummaryData } from './summary-data.ts';

/** The load as far as it went: k6 ends it where a fail has become certain. */
export function loadMade(load: ResolvedLoad, data: SummaryData): ResolvedLoad {
  const measured = { scenario: 'measure' };
  const due = countOf(data, 'iterations', measured) + countOf(data, 'dropped_iterations', measured);
  const measureMs = (due / load.rate) * 1000;
  const stoppedEarly = failedForCertain(data) && measureMs < load.measureMs;
  return stoppedEarly ? { ...load, measureMs, stoppedEarly } : load;
}

function failedForCertain({ metrics }: SummaryData): boolean {
  return endpointNames.some((endpoint) =>
    Object.values(metrics[farOverKey(endpoint)]?.thresholds ?? {}).some(({ ok }) => !ok),
  );
}
