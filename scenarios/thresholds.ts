import type { Threshold } from 'k6/options';
import { callResults } from '../checks/exchange.ts';
import { planConditions } from '../checks/latency/conditions.ts';
import { limitMsOf } from '../checks/latency/expectation.ts';
import { lateFromMs } from '../checks/latency/measurement.ts';
import { probesNeeded } from '../reports/judge/answer-findings.ts';
import { latencyExpectation, slowThreshold } from '../reports/judge/latency-finding.ts';
import { endpointNames } from '../schemas/endpoints.ts';
import { dueCalls, fewestCalls } from '../schemas/load-plan.ts';
import type { RunContext } from './context.ts';

/** Results of calls that prove nothing, or that the service failed. */
const lost = callResults.filter((result) => result !== 'succeeded');

/**
 * The thresholds that decide k6's exit status. Without the companion they cover everything that could rule out a pass, so that
 * exit status and report agree.
 */
export function decidingThresholds(context: RunContext): Record<string, Threshold[]> {
  const { load, settings, scenario, contract, planned } = context;
  const thresholds: Record<string, Threshold[]> = { exceptions: ['count==0'] };
  if (load === null || settings.companion !== null) return thresholds;
  thresholds['probes_judged'] = [`count>=${probesNeeded(load)}`];
  if (load.shape !== 'steady' || !scenario.latencyDecides) return thresholds;
  for (const endpoint of endpointNames) {
    const slow = slowThreshold(planned, endpoint);
    if (slow !== null) thresholds[`slow{endpoint:${endpoint}}`] = [`count<=${slow}`];
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

/** Why this plan could not pass even if all its calls were fast; null: it could. */
export function hopeless(context: RunContext): string | null {
  const { load, scenario, planned, settings } = context;
  if (load === null || load.shape !== 'steady' || !scenario.latencyDecides) return null;
  const { most } = settings.loads;
  const expectation = { ...latencyExpectation(planned, 'user'), loads: { most, made: most } };
  const [unmet] = planConditions({
    expectation,
    measurement: { durationMs: most * load.measureMs, sampleLimited: false },
    generator: { control: null },
    share: { n: Math.max(1, most * fewestCalls('user', load)), x: 0, designEffect: 1 },
  });
  return unmet?.reason ?? null;
}
