import { type Looks, passAlpha, passAlphaAt } from '../../checks/latency/expectation.ts';
import { decidableNames } from '../../checks/resolve-load.ts';
import { stallResolutionMs } from '../../checks/statistics/samples.ts';
import { countText, msText } from '../../checks/wording.ts';
import { dueCalls, type ResolvedLoad, slotShare } from '../../schemas/load-plan.ts';
import type { Facts } from '../facts.ts';
import { countOf } from '../read-metrics.ts';

const stallShare = 0.01;
/** Below this rate hardly any calls overlap, as long as they keep the limit. */
const overlappingRate = 100;

/** What the planned calls can decide, and what they cannot show. */
export function promiseOf({ plan, metrics }: Facts, load: ResolvedLoad, looks: Looks): string {
  if (load.shape !== 'steady')
    return 'The load changes during the run: the report shows the result at each rate, which does not affect the verdict.';
  const isSparse = (plan.isRateGiven || plan.contract.rate !== undefined) && load.rate < overlappingRate;
  const hasProbes = ['absent', 'made-up'].some(
    (credential) => countOf(metrics, 'judged', { subject: `auth-${credential}` }) > 0,
  );
  const calls = Math.round(dueCalls(load) * slotShare('user', load));
  const names = decidableNames(calls, passAlphaAt(looks));
  const stallMs = stallResolutionMs(stallShare, load.measureMs, passAlpha);
  return [
    `About ${countText(calls)} calls an endpoint: ${names === '' ? 'too few to decide any percentile' : `enough to decide ${names} if nearly all calls are fast`}.`,
    `Stalls of up to ${msText(Math.floor(stallMs))} that take up 1 % of the time show; longer, rarer stalls may not.`,
    ...(isSparse ? [sparse] : []),
    ...(hasProbes ? [] : [noProbes]),
  ].join(' ');
}

const sparse =
  'At the chosen rate, which holds for the calls before the load too, hardly any calls were in flight together: a fault that needs several at once may not have shown.';

const noProbes = 'No call with a missing or wrong token was judged under load.';
