import type { Contract } from '../../schemas/contract.ts';
import { fewestCalls, plannedCalls, type ResolvedLoad } from '../../schemas/load-plan.ts';
import { cleanSamples } from '../statistics/samples.ts';
import { planConditions } from './conditions.ts';
import {
  allowedShare,
  decidingPercentile,
  type LoadsMade,
  passAlphaAt,
  percentileName,
} from './expectation.ts';

/**
 * What a planned load can decide if nearly all its calls are fast. `times`: how often the load is made. `loads`: which of the
 * successive judgements is meant. In the result, `calls` are those planned for each endpoint but backup, `decides` are the usual
 * percentiles that so many calls decide, as text, and `unmet` keeps even a load of fast calls from a pass.
 */
export function prospects(
  load: ResolvedLoad,
  contract: Contract,
  loads: LoadsMade = { most: 1, made: 1 },
  times = 1,
) {
  const calls = times * plannedCalls('user', load);
  const isDecided = (percentile: number) =>
    calls >= cleanSamples(allowedShare(percentile), passAlphaAt(loads));
  const [unmet = null] = planConditions({
    expectation: { percentile: decidingPercentile(contract), loads, maxStallMs: load.maxStallMs },
    measurement: { durationMs: times * load.measureMs, sampleLimited: false },
    generator: { control: null },
    share: { n: Math.max(1, times * fewestCalls('user', load)), x: 0, designEffect: 1 },
  });
  return { calls, decides: [95, 99, 99.9].filter(isDecided).map(percentileName).join(', '), unmet };
}
