import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import { mostInFlight } from '../../schemas/load-shape.ts';
import type { Pace } from '../paced.ts';

/** As often, and as many at once, as in the load. */
export function paceFor(load: ResolvedLoad, limitMs: number, durationMs: number): Pace {
  const { rate } = load;
  const calls = Math.round((rate * durationMs) / 1000);
  return { calls, stepMs: 1000 / rate, mostUnderWay: mostInFlight(load, limitMs) };
}
