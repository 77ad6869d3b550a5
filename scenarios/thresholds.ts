import type { Threshold } from 'k6/options';
import { callResults } from '../checks/exchange.ts';
import { allowedShare, decidingPercentile, limitMsOf, passAlpha } from '../checks/latency/expectation.ts';
import { lateFromMs } from '../checks/latency/measurement.ts';
import { latencyCheck } from '../checks/run-checks.ts';
import { allowedSlowAnyClustering } from '../checks/statistics/samples.ts';
import { probesNeeded } from '../reports/judge/answer-findings.ts';
import { isSampleLimited } from '../reports/judge/latency-finding.ts';
import { dayOf, waivedChecks } from '../reports/waivers.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { dueCalls, fewestCalls } from '../schemas/load-plan.ts';
import type { RunContext } from './context.ts';

/** Results of calls that prove nothing, or that the service failed. */
const lost = callResults.filter((result) => result !== 'succeeded');

/** They decide k6's exit status. Without the companion they cover all that could rule out a pass, so that the report agrees. */
export function decidingThresholds(context: RunContext): Record<string, Threshold[]> {
  const { load, settings, scenario, contract, planned } = context;
  const thresholds: Record<string, Threshold[]> = { exceptions: ['count==0'] };
  if (load === null || settings.companion !== null) return thresholds;
  thresholds['probes_judged'] = [`count>=${probesNeeded(load)}`];
  if (load.shape !== 'steady' || !scenario.latencyDecides) return thresholds;
  const share = allowedShare(decidingPercentile(contract));
  const waived = waivedChecks(contract, dayOf(planned.startedAtMs));
  for (const endpoint of endpointNames) {
    // With so many slow calls an endpoint passes however they cluster or, if it has too few calls for a pass, does not fail.
    const slow = isSampleLimited(planned, endpoint)
      ? Math.floor(share * load.backups)
      : Math.max(0, allowedSlowAnyClustering(fewestCalls(endpoint, load), share, passAlpha));
    if (!waived.includes(latencyCheck(endpoint).id))
      thresholds[`slow{endpoint:${endpoint}}`] = [`count<=${slow}`];
    for (const result of lost) thresholds[`calls{endpoint:${endpoint},result:${result}}`] = ['count==0'];
  }
  const limitMs = limitMsOf(contract);
  return {
    ...thresholds,
    dropped_calls: ['count==0'],
    made_calls: [`count>=${Math.floor(dueCalls(load) * 0.99)}`],
    lateness: [`p(95)<${lateFromMs(limitMs)}`, `p(99)<${limitMs}`],
    negative_timings: ['count==0'],
  };
}
