import { type Facts, nothingToLoad } from '../facts.ts';
import type { EndpointResult, VerdictCause } from '../report.ts';
import { cause } from '../verdict.ts';
import { callsUnderLoad } from './answer-findings.ts';

const lastSlices = 3;

/**
 * In a load beyond what anybody promised a service may shed calls. One that nobody finds any more at its end has
 * shown nothing: not that it kept its rules, nor at which rate it stopped to.
 */
export function goneCauses(
  { plan, metrics, before }: Facts,
  endpoints: readonly EndpointResult[],
): VerdictCause[] {
  if (plan.load === null || plan.load.shape === 'steady' || before === null || nothingToLoad(before))
    return [];
  const calls = callsUnderLoad(metrics);
  return endpoints.flatMap(({ name, endpoint, timeline }) => {
    const unreachable = calls[name].outcomes['unreachable'] ?? 0;
    const last = timeline.filter(({ requests }) => requests > 0).slice(-lastSlices);
    const isGone = last.length > 0 && last.every(({ requests, failed }) => failed === requests);
    if (unreachable === 0 || !isGone) return [];
    const text = `${endpoint} was no longer there at the end of the run: ${unreachable} calls could not connect.`;
    return [cause('inconclusive', text, 'Find out why the service ended, then run the test again.')];
  });
}
