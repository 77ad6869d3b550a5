import { stallResolutionMs } from '../statistics/stall-resolution.ts';
import { passAlpha } from './error-rates.ts';
import { type Condition, type Facts, unmetConditions } from './facts.ts';
import type { GuardBand } from './guard-band.ts';
import type { LatencyFinding } from './latency-finding.ts';
import { allowedShare, readingName } from './reading.ts';
import { decidingRemedy, type ReadingFacts, readingConditions } from './reading-conditions.ts';
import type { Refutation } from './refutation.ts';
import { countText, msText, percentText } from './wording.ts';

/** What holds for every reading of one endpoint. */
export interface Shown {
  readonly band: GuardBand;
  readonly refutation: Refutation;
  readonly conditions: readonly Condition[];
}

type Judged = Pick<LatencyFinding, 'verdict' | 'explanation' | 'conditions'>;

export function judgePercentile(facts: Facts, shown: Shown, reading: number | 'every'): Judged {
  const given: ReadingFacts = { ...facts, reading, allowed: allowedShare(reading) };
  const conditions = [...shown.conditions, ...unmetConditions(readingConditions, given)];
  const counts = countsText(facts);
  if (conditions.some(({ effect }) => effect === 'void'))
    return { verdict: 'inconclusive', explanation: counts, conditions };
  if (shown.refutation.lower > given.allowed)
    return { verdict: 'fail', explanation: `${counts} ${failText(given, shown.refutation)}`, conditions };
  const blocking = conditions.find(({ effect }) => effect === 'no-pass');
  if (blocking !== undefined)
    return { verdict: 'inconclusive', explanation: `${counts} ${blocking.reason}`, conditions };
  if (showsEnough(given)) return { verdict: 'pass', explanation: `${counts} ${passText(given)}`, conditions };
  return { verdict: 'inconclusive', explanation: `${counts} ${undecidedText(given)}`, conditions };
}

/** The same, and what would decide where the calls neither show enough nor refute. */
export function judgeWithRemedy(facts: Facts, shown: Shown, reading: number | 'every'): Judged {
  const judged = judgePercentile(facts, shown, reading);
  if (judged.verdict !== 'inconclusive' || judged.conditions.some(({ effect }) => effect !== 'warning'))
    return judged;
  const given: ReadingFacts = { ...facts, reading, allowed: allowedShare(reading) };
  const condition: Condition = {
    id: 'undecided-share',
    effect: 'no-pass',
    reason: undecidedText(given),
    remedy: decidingRemedy(given, shown.band),
  };
  return { ...judged, conditions: [...judged.conditions, condition] };
}

/** Without a control k6's own threshold on the number of slow calls must agree with the verdict. */
function showsEnough({ share, allowed, expectation, generator }: ReadingFacts): boolean {
  const beyondThreshold =
    generator.control === null && share.x > (expectation.thresholdSlow ?? Number.POSITIVE_INFINITY);
  return share.n > 0 && share.upper <= allowed && !beyondThreshold;
}

function countsText({ measurement, share, generator }: Facts): string {
  const { limitMs, failed, dropped, overLimit } = measurement;
  const { late, setUp } = share.unproven;
  const without = [
    failed > 0 ? `${countText(failed)} without an answer` : '',
    dropped > 0 ? `${countText(dropped)} never made` : '',
    late > 0 ? `${countText(late)} answered faster and made that much late` : '',
    setUp > 0 ? `${countText(setUp)} only with setting up the connection that the service had closed` : '',
  ].filter((part) => part !== '');
  const inside = without.length > 0 ? ` (${without.join(', ')})` : '';
  const all = `${countText(share.x)} of ${countText(share.n)} calls took ${limitMs} ms or longer${inside}.`;
  const floorMs = generator.roundTrip?.floorMs ?? 0;
  const less = overLimit.find(({ overMs }) => overMs >= floorMs);
  if (floorMs <= 0.5 || less === undefined) return all;
  return `${all} Less the network's round trip of ${msText(floorMs)}: ${countText(less.count + failed + dropped)}.`;
}

function passText({ share, allowed, reading, measurement }: ReadingFacts): string {
  const resolutionMs = stallResolutionMs(allowed, measurement.durationMs, passAlpha);
  return `At least ${percentText(1 - share.upper, 'down')} are under it (99.5 % confidence, for stalls up to ${msText(resolutionMs / 10)}); ${readingName(reading)} needs ${percentText(1 - allowed, 'up')}. Stalls of up to ${msText(resolutionMs)} that took up ${percentText(allowed, 'up')} of the time would have shown; longer ones could have gone unseen.`;
}

function failText({ allowed, reading }: ReadingFacts, { lower, guardMs }: Refutation): string {
  return `Less the error of measurement (${msText(guardMs)}), at least ${percentText(lower, 'down')} still took as long or failed; ${readingName(reading)} allows ${percentText(allowed, 'up')}.`;
}

function undecidedText({ share, allowed, reading }: ReadingFacts): string {
  const bound = share.upper >= 1 ? 'any share' : `up to ${percentText(share.upper, 'up')}`;
  return `That leaves room for ${bound} of slow calls, where ${readingName(reading)} allows ${percentText(allowed, 'up')}.`;
}
