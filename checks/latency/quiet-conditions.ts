import type { Condition } from '../../dist/report-types.ts';
import { said } from '../causes.ts';
import { percentText, secondsText } from '../wording.ts';
import { type LatencyFacts, longestTimes, unmet } from './conditions.ts';
import { allowedShare, percentileName } from './expectation.ts';

/** What keeps the quiet part of a load from a pass, where some of it was left out. */
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
    // Where the quiet time alone does not pass, it says itself what is missing.
    share.upper <= allowed &&
      most > allowed &&
      orLonger(said('slow-when-disturbed', { time, most: percentText(most) }), times),
    asWhole !== null &&
      !asWhole.passing.includes(percentileName(percentile)) &&
      orLonger(said('disturbed-calls', { time }), longestTimes(asWhole.conditions)),
  ]);
}

/** A load so many times longer helps, too, if that is finite. */
function orLonger(condition: Condition, times: number): Condition {
  return times < Number.POSITIVE_INFINITY ? { ...condition, longerTimes: times } : condition;
}
