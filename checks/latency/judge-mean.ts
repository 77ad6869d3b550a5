import type { Verdict } from '../finding.ts';
import type { Facts } from './facts.ts';
import type { GuardBand } from './guard-band.ts';
import { countText, msText } from './wording.ts';

/** Two-sided 99 % of a normal distribution. */
const standardErrors = 2.576;
const fewestPercentiles = 5;
const fewestCalls = 100;

/** The mean is never the harness's own reading; calls without an answer have no time and so forbid a pass. */
export function judgeMean(
  { measurement, share }: Facts,
  band: GuardBand,
): { verdict: Verdict; explanation: string } {
  const { meanMs, limitMs, failed, dropped } = measurement;
  const spreadMs = deviationMs(measurement);
  if (meanMs === null || spreadMs === null || share.n === 0)
    return { verdict: 'inconclusive', explanation: 'Too few answers for a mean.' };
  const marginMs = standardErrors * spreadMs * Math.sqrt(share.designEffect / share.n);
  const explanation = `Mean ${msText(meanMs)} ± ${msText(marginMs)} of the answered calls.`;
  if (meanMs - marginMs - band.shownMs - band.networkMs >= limitMs) return { verdict: 'fail', explanation };
  if (failed + dropped > 0)
    return {
      verdict: 'inconclusive',
      explanation: `${explanation} ${countText(failed + dropped)} calls have no time.`,
    };
  const passes = meanMs + marginMs < limitMs && share.n >= fewestCalls;
  return { verdict: passes ? 'pass' : 'inconclusive', explanation };
}

/** Standard deviation from the percentiles, each standing for the share up to the next. */
function deviationMs({ percentiles, meanMs, maxMs }: Facts['measurement']): number | null {
  if (percentiles.length < fewestPercentiles || meanMs === null || maxMs === null) return null;
  const points = [...percentiles, { percentile: 100, ms: maxMs }];
  let before = 0;
  let variance = 0;
  for (const { percentile, ms } of points) {
    variance += ((percentile - before) / 100) * (ms - meanMs) ** 2;
    before = percentile;
  }
  return Math.sqrt(variance);
}
