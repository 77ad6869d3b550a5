import type { Condition } from '../../dist/report-types.ts';
import { said } from '../causes.ts';
import { lowerBound } from '../statistics/distributions.ts';
import { samplesUntil, stallResolutionMs } from '../statistics/samples.ts';
import { countText, mostTimes, msText, percentText, roughPercentText, secondsText } from '../wording.ts';
import { callsNeeded, type LatencyFacts, longerLoad, orLonger } from './conditions.ts';
import { allowedShare, mayBeDecided, passAlpha, percentileName } from './expectation.ts';
import type { GeneratorFacts } from './measurement.ts';
import { isFar, isFelt, networkTimes } from './network.ts';
import { refute } from './refutation.ts';
import { lastingUsers, mostSlow } from './slow-share.ts';

export function seenText({ measurement, share, expectation: { percentile }, leftOut }: LatencyFacts): string {
  const { limitMs, takenOffMs, unanswered, dropped } = measurement;
  const { errors, late, repeated, setUp } = share.unproven;
  const { seconds, ofSeconds } = leftOut ?? { seconds: 0, ofSeconds: 0 };
  const allowed = allowedShare(percentile);
  const quiet = `In the ${Math.round(ofSeconds - seconds)} of ${secondsText(1000 * ofSeconds)} that other programs did not disturb, `;
  const network = takenOffMs > 0 ? `, less ${msText(takenOffMs)} for the network` : '';
  const areTimed = unanswered + dropped + late + repeated + setUp === 0;
  const what = areTimed ? `took ${limitMs} ms or longer${network}` : 'count as slow';
  const allowance =
    allowed === 0 ? 'none may' : `${percentileName(percentile)} allows ${roughPercentText(allowed)}`;
  return `${leftOut ? quiet : ''}${countText(share.x - errors)} of ${countText(share.n)} calls ${what}; ${allowance}.`;
}

export function passText({ share, expectation, measurement, generator }: LatencyFacts): string {
  const { limitMs, durationMs } = measurement;
  const resolutionMs = stallResolutionMs(allowedShare(expectation.percentile), durationMs, passAlpha);
  const network =
    generator.roundTrip !== null && isFelt(generator) ? ` ${networkText(generator, limitMs)}.` : '';
  return `At least ${percentText(1 - share.upper, 'down')} are under the limit (99.5 % confidence, for stalls up to ${msText(resolutionMs / 10)}), on at least ${countText(measurement.freshCalls + lastingUsers)} connections.${network}`;
}

function networkText({ roundTrip, handshakes }: GeneratorFacts, limitMs: number): string {
  if (roundTrip === null) return `How much the network takes of the ${limitMs} ms is not known`;
  const { medianMs, p99Ms } = networkTimes(roundTrip, handshakes);
  return `The network takes ${msText(medianMs)} of the ${limitMs} ms (p99 ${msText(p99Ms)})`;
}

export function failText({ generator, expectation }: LatencyFacts, lower: number, guardMs: number): string {
  const isTimed = generator.roundTrip !== null && isFar(generator, expectation.limitAt);
  const network = isTimed ? ' and the possible network time' : '';
  return `After subtracting the measurement error${network} (${msText(guardMs)}), at least ${percentText(lower, 'down')} still reached the limit or were not answered.`;
}

export function undecidedText(facts: LatencyFacts): string {
  const { share, expectation, generator, measurement } = facts;
  if (isForDistance(facts))
    return `${networkText(generator, measurement.limitMs)}, ${expectation.limitAt === null ? 'and the document does not say whether they hold for the caller or at the service' : 'too much to tell how fast the service itself is'}.`;
  const { errors, late, repeated, setUp } = share.unproven;
  const slow = (share.x - errors - late - repeated - setUp) / share.n;
  if (slow > allowedShare(expectation.percentile) && !isFelt(generator))
    return 'More calls were slow than allowed, but chance and the measurement error could explain it.';
  const subject =
    errors > 0 ? 'The share of slow or failed calls could be' : 'The share of slow calls could be';
  return `${subject} ${share.upper >= 1 ? 'anything' : `up to ${percentText(share.upper, 'up')}`}.`;
}

/** Whether the service is so far away, and so many calls are slow, that only measuring from nearer helps. */
export function isForDistance({ share, generator, expectation }: LatencyFacts): boolean {
  const slow = share.x - share.unproven.errors;
  return isFar(generator, expectation.limitAt) && slow >= allowedShare(expectation.percentile) * share.n;
}

/** What would decide if the calls neither prove nor refute the limit and the service continued like this. */
export function undecided(facts: LatencyFacts): Condition {
  const { share, generator, expectation, measurement } = facts;
  const words = { share: undecidedText(facts) };
  const allowed = allowedShare(expectation.percentile);
  if (isForDistance(facts) && !mayBeDecided(expectation.loads, timesToRefute(facts))) {
    const orDeclare =
      expectation.limitAt === null ? ', or declare in the contract where the limit holds: latency.at' : '';
    return said(farCause(generator), { ...words, orDeclare });
  }
  if (generator.control === null) return said('errors-unmeasured', words);
  if (measurement.sampleLimited) return said('undecided-backups', words);
  const isSlow = share.x >= allowed * share.n;
  const enough = longerLoad(isSlow ? timesToRefute(facts) : timesToPass(facts, share.x));
  if (enough === null && share.fasterNetwork >= allowed) {
    const faster = percentText(share.fasterNetwork, 'up');
    const takenOff = msText(measurement.takenOffMostMs);
    return said('unsteady-network', { ...words, faster, takenOff });
  }
  const missing = callsNeeded(facts) / share.n;
  if (enough === null && missing <= 1) {
    const luckier = lowerBound(share.x / share.designEffect, share.n / share.designEffect, unlucky);
    return orLonger(said('share-too-close', words), timesToPass(facts, luckier * share.n));
  }
  // With too few calls it is not yet known how close the share is.
  const longer = enough ?? longerLoad(missing);
  if (longer === null) return said('undecided-few-calls', words);
  const cause = enough !== null && isSlow ? 'undecided-slow' : 'undecided-share';
  return orLonger(said(cause, { ...words, ...longer.figures }), longer.times);
}

/** Chance that a share is seen this much larger than it is: a further load may be luckier. */
const unlucky = 0.1;

/** How many times longer a load must be to pass if it goes on like this with `x` calls that are slow; Infinity: longer than any load can be. */
function timesToPass({ share, measurement, generator, expectation }: LatencyFacts, x: number): number {
  const allowed = allowedShare(expectation.percentile);
  const upper = (times: number) =>
    mostSlow({ ...share, x }, measurement, generator.handshakes, expectation.loads, times).upper;
  return samplesUntil((times) => upper(times) <= allowed, mostTimes);
}

/** How many times longer a load must be to fail if it goes on like this; Infinity: longer than any load can be. */
function timesToRefute(facts: LatencyFacts): number {
  const allowed = allowedShare(facts.expectation.percentile);
  return samplesUntil((times) => refute(facts, times).lower > allowed, mostTimes);
}

/** Why the service's time cannot be told from the network's. */
function farCause({ roundTrip, isProxied, hasCompanion }: GeneratorFacts) {
  if (roundTrip !== null) return 'far-away';
  return isProxied ? 'behind-proxy' : hasCompanion ? 'few-handshakes' : 'network-untimed';
}
