import { countText, percentText, secondsText } from '../wording.ts';
import { type ConditionRules, longestTimes, noPass, quieter, warning } from './conditions.ts';
import { allowedShare, percentileName } from './expectation.ts';

/** A quieter machine helps, and a load so many times longer if that is finite. */
const noPassYet = (reason: string, times: number) => ({
  ...noPass(reason, quieter),
  ...(times < Number.POSITIVE_INFINITY ? { longerTimes: times } : {}),
});

/** What keeps the quiet part of a load from a pass, where some of it was left out. */
export const quietConditions: ConditionRules = {
  disturbed: ({ share, leftOut }) =>
    leftOut !== undefined &&
    share.n > 0 &&
    warning(
      `Other programs disturbed this machine for ${Math.round(leftOut.seconds)} of ${secondsText(1000 * leftOut.ofSeconds)}, so that ${countText(share.n)} calls count.`,
      'Run the test on a quieter machine, or let the load go on for longer (--within).',
    ),
  'slow-when-disturbed': ({ share, expectation: { percentile }, leftOut }) => {
    const allowed = allowedShare(percentile);
    const { seen, bound: most } = leftOut?.possibleShare ?? { seen: 0, bound: 0 };
    // Where the quiet time alone does not pass, it says itself what is missing.
    if (leftOut === undefined || share.upper > allowed || most <= allowed) return false;
    const reason = `Noise explains too few of the slow calls in the ${secondsText(1000 * leftOut.seconds)} that other programs disturbed: up to ${percentText(most)} of all calls may have been slow by themselves.`;
    return noPassYet(
      reason,
      seen < allowed ? ((most - seen) / (allowed - seen)) ** 2 : Number.POSITIVE_INFINITY,
    );
  },
  'disturbed-calls': ({ expectation: { percentile }, leftOut }) => {
    const { asWhole = null, seconds = 0 } = leftOut ?? {};
    if (asWhole === null || asWhole.passing.includes(percentileName(percentile))) return false;
    return noPassYet(
      `For a pass the ${secondsText(1000 * seconds)} that other programs disturbed count too, because the service shares this machine: their work may be its own.`,
      longestTimes(asWhole.conditions),
    );
  },
};
