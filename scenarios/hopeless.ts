import { planConditions, unmetConditions } from '../checks/latency/conditions.ts';
import { latencyExpectation } from '../reports/build/latency-finding.ts';
import { slotShare } from '../schemas/load-plan.ts';
import type { RunContext } from './run.ts';

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
  return unmet?.reason ?? null;
}
