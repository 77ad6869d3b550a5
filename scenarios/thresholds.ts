import type { Threshold } from 'k6/options';
import {
  cleanTrialsNeeded,
  declaredAvailability,
  leastEffect,
  statedAvailability,
} from '../checks/availability/figure.ts';
import { planConditions, unmetConditions } from '../checks/latency/conditions.ts';
import { lateFromMs } from '../checks/latency/measurement.ts';
import { limitMsOf } from '../checks/latency/reading.ts';
import { latencyExpectation, slowThreshold, stopCount } from '../reports/build/latency-finding.ts';
import { farOverKey } from '../reports/build/load.ts';
import { type Endpoint, endpointNames } from '../schemas/endpoints.ts';
import { slotShare } from '../schemas/load-plan.ts';
import type { RunContext } from './run-context.ts';

/**
 * What k6 itself is told to hold: its exit status knows nothing else. With the companion only what is certain; without
 * it all that could keep the verdict from being a pass, so that status and report agree.
 */
export function decidingThresholds(context: RunContext): Record<string, Threshold[]> {
  const always: Record<string, Threshold[]> = {
    exceptions: ['count==0'],
    ...Object.fromEntries(endpointNames.flatMap((endpoint) => earlyStop(context, endpoint))),
  };
  const { load, settings, scenario } = context;
  if (load === null) return { exceptions: ['count==0'] };
  if (settings.companion !== null || load.shape !== 'steady' || !scenario.latencyDecides) return always;
  const due = (load.rate * load.measureMs) / 1000;
  const limitMs = limitMsOf(context.contract);
  return {
    ...always,
    dropped_calls: ['count==0'],
    made_calls: [`count>=${Math.floor(due * 0.99)}`],
    lateness: [`p(95)<${lateFromMs(limitMs)}`, `p(99)<${limitMs}`],
    negative_timings: ['count==0'],
    ...Object.fromEntries(endpointNames.flatMap((endpoint) => endpointThresholds(context, endpoint))),
  };
}

/** Ends the run where a fail of this endpoint has become certain: from afar, where its calls fail. */
function earlyStop(context: RunContext, endpoint: Endpoint): [string, Threshold[]][] {
  const count = stopCount(context.planned, endpoint);
  return count === null ? [] : [[farOverKey(endpoint), [{ threshold: `count<${count}`, abortOnFail: true }]]];
}

function endpointThresholds(context: RunContext, endpoint: Endpoint): [string, string[]][] {
  const slow = slowThreshold(context.planned, endpoint);
  const lost = ['failed', 'turned away', 'redirected', 'unauthorised', 'refused'];
  return [
    ...(slow === null ? [] : [[`slow{endpoint:${endpoint}}`, [`count<=${slow}`]] as [string, string[]]]),
    ...lost.map((result): [string, string[]] => [
      `calls{endpoint:${endpoint},result:${result}}`,
      ['count==0'],
    ]),
  ];
}

/** Why this plan could not pass even if every call were fast and it went on to its end; null: it could. */
export function hopeless(context: RunContext): string | null {
  const { load, scenario, planned, settings } = context;
  if (load === null || load.shape !== 'steady' || !scenario.latencyDecides) return null;
  const { most } = settings.loads;
  const durationMs = load.measureMs * most;
  const n = Math.floor(((load.rate * durationMs) / 1000) * slotShare('user', load) * 0.97);
  const expectation = { ...latencyExpectation(planned, 'user'), looks: { most, made: most } };
  const [unmet] = unmetConditions(planConditions, {
    expectation,
    measurement: { durationMs, sampleLimited: false },
    generator: { control: null },
    share: { n: Math.max(1, n), x: 0, designEffect: 1 },
  });
  return unmet?.reason ?? hopelessAvailability(context, durationMs);
}

/** No failed call in so long a time is too little for what the contract declares. */
function hopelessAvailability({ contract, load }: RunContext, durationMs: number): string | null {
  const declared = declaredAvailability(contract);
  if (declared === null || load === null) return null;
  const { meaning, target = statedAvailability } = declared;
  const trials = {
    requests: (load.rate * durationMs) / 1000 / leastEffect(load),
    seconds: durationMs / 1000,
    synchronisation: 0,
  }[meaning];
  return trials < cleanTrialsNeeded(target)
    ? `Too few ${meaning} to decide the declared availability.`
    : null;
}
