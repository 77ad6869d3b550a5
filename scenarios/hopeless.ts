import {
  cleanTrialsNeeded,
  declaredAvailability,
  leastEffect,
  statedAvailability,
} from '../checks/availability/figure.ts';
import { planConditions, unmetConditions } from '../checks/latency/conditions.ts';
import { latencyExpectation } from '../reports/build/latency-finding.ts';
import type { Contract } from '../schemas/contract.ts';
import { type ResolvedLoad, slotShare } from '../schemas/load-plan.ts';
import type { RunContext } from './run-context.ts';

/** Why this plan could not pass even if all its calls were made and fast; null: it could. */
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
  return unmet?.reason ?? hopelessAvailability(context.contract, load, durationMs);
}

/** Even without a failed call, the time may be too short for the availability that the contract declares. */
function hopelessAvailability(contract: Contract, load: ResolvedLoad, durationMs: number): string | null {
  const declared = declaredAvailability(contract);
  if (declared === null) return null;
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
