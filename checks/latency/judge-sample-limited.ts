import { detectionBound } from '../statistics/detection-bound.ts';
import { intervalConfidence } from './error-rates.ts';
import type { Facts } from './facts.ts';
import { judgeWithRemedy, type Shown } from './judge-percentile.ts';
import type { LatencyFinding } from './latency-finding.ts';
import { allowedShare, defaultReading } from './reading.ts';
import { countText, percentText } from './wording.ts';

/**
 * An endpoint that may be called only a few times can be refuted and never certified: with no slow call it is not
 * judged, unless its calls happen to be enough.
 */
export function judgeSampleLimited(
  facts: Facts,
  shown: Shown,
): Pick<LatencyFinding, 'verdict' | 'explanation' | 'conditions'> {
  const { reading } = facts.expectation;
  const judged = judgeWithRemedy(facts, shown, typeof reading === 'number' ? reading : defaultReading);
  const { n, x } = facts.share;
  if (judged.verdict !== 'inconclusive' || judged.conditions.some(({ effect }) => effect === 'void')) {
    return judged;
  }
  if (n === 0) return { ...judged, verdict: 'not-applicable', explanation: 'The endpoint was not called.' };
  const allowed = typeof reading === 'number' ? allowedShare(reading) : 0;
  if (x / n > allowed) return judged;
  const certified = percentText(1 - detectionBound(n, intervalConfidence), 'down');
  return {
    ...judged,
    verdict: 'not-applicable',
    explanation: `${countText(n)} calls, ${countText(x)} slow: certifies only ≥ ${certified} (99 %); declare more calls (backup.calls) to have it judged.`,
  };
}
