import type { Condition } from '../../dist/report-types.ts';
import { said } from '../causes.ts';
import { percentText, secondsText } from '../wording.ts';
import { type LatencyFacts, longestTimes, unmet } from './conditions.ts';
import { allowedShare, percentileName } from './expectation.ts';

/** Conditions that keep the quiet part of a load from passing if some of the load was excluded. */
export function quietConditions({ share, expectation: { percentile }, leftOut }: LatencyFacts): Condition[] {
  if (leftOut === undefined) return [];
  const { seconds, ofSeconds, asWhole, possibleShare } = leftOut;
  const { seen, bound: most } = possibleShare ?? { seen: 0, bound: 0 };
  const allowed = allowedShare(percentile);
  const time = secondsText(1000 * seconds);
  const all = { disturbed: time, time: secondsText(1000 * ofSeconds), calls: share.n };
  const times = seen < allowed ? ((most - seen) / (allowed - seen)) ** 2 : Number.POSITIVE_INFINITY;
  return unmet([
    share.n > 0 && said('disturbed', all),
    // If the quiet time alone does not pass, its own conditions say what is missing.
    share.upper <= allowed &&
      most > allowed &&
      orLonger(said('slow-when-disturbed', { time, most: percentText(most) }), times),
    asWhole !== null &&
      !asWhole.passing.includes(percentileName(percentile)) &&
      orLonger(said('disturbed-calls', { time }), longestTimes(asWhole.conditions)),
  ]);
}

/** Adds that a load this many times longer helps too, if the factor is finite. */
function orLonger(condition: Condition, times: number): Condition {
  return times < Number.POSITIVE_INFINITY ? { ...condition, longerTimes: times } : condition;
}
