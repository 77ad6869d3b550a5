import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import type { Pace } from '../paced.ts';

/** As often, and as many at once, as in the load. */
export function paceFor({ rate, virtualUsers }: ResolvedLoad, durationMs: number): Pace {
  const calls = Math.round((rate * durationMs) / 1000);
  return { calls, stepMs: 1000 / rate, mostUnderWay: virtualUsers };
}
