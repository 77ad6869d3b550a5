import type { Condition } from '../../dist/report-types.ts';
import { said } from '../causes.ts';
import { percentText, secondsText } from '../wording.ts';
import { type ConditionRules, longestTimes } from './conditions.ts';
import { allowedShare, percentileName } from './expectation.ts';

/** A load so many times longer helps, too, if that is finite. */
const orLonger = (condition: Condition, times: number): Condition =>
  times < Number.POSITIVE_INFINITY ? { ...condition, longerTimes: times } : condition;

/** What keeps the quiet part of a load from a pass, where some of it was left out. */
export const quietConditions: ConditionRules = [
  ({ share, leftOut }) =>
    leftOut !== undefined &&
    share.n > 0 &&
    said('disturbed', {
      disturbed: Math.round(leftOut.seconds),
      time: secondsText(1000 * leftOut.ofSeconds),
      calls: share.n,
    }),
  ({ share, expectation: { percentile }, leftOut }) => {
    const allowed = allowedShare(percentile);
    const { seen, bound: most } = leftOut?.possibleShare ?? { seen: 0, bound: 0 };
    // Where the quiet time alone does not pass, it says itself what is missing.
    if (leftOut === undefined || share.upper > allowed || most <= allowed) return false;
    const figures = { time: secondsText(1000 * leftOut.seconds), most: percentText(most) };
    const times = seen < allowed ? ((most - seen) / (allowed - seen)) ** 2 : Number.POSITIVE_INFINITY;
    return orLonger(said('slow-when-disturbed', figures), times);
  },
  ({ expectation: { percentile }, leftOut }) => {
    const { asWhole = null, seconds = 0 } = leftOut ?? {};
    if (asWhole === null || asWhole.passing.includes(percentileName(percentile))) return false;
    const condition = said('disturbed-calls', { time: secondsText(1000 * seconds) });
    return orLonger(condition, longestTimes(asWhole.conditions));
  },
];
