import type { Condition } from '../../dist/report-types.ts';
import { said } from '../causes.ts';
import { lowerBound } from '../statistics/distributions.ts';
import { samplesUntil } from '../statistics/samples.ts';
import { mostTimes, msText, percentText } from '../wording.ts';
import { callsNeeded, type LatencyFacts, longerLoad, orLonger } from './conditions.ts';
import { allowedShare, mayBeDecided } from './expectation.ts';
import type { GeneratorFacts } from './measurement.ts';
import { isFar } from './network.ts';
import { refute } from './refutation.ts';
import { mostSlow } from './slow-share.ts';

/** Whether the service is so far away, and so many calls are slow, that only measuring from nearer helps. */
export function isForDistance({ share, generator, expectation }: LatencyFacts): boolean {
  const slow = share.x - share.unproven.errors;
  return isFar(generator, expectation.limitAt) && slow >= allowedShare(expectation.percentile) * share.n;
}

/** What would decide if the calls neither prove nor refute the limit and the service continued like this. */
export function undecided(facts: LatencyFacts, reason: string): Condition {
  const { share, generator, expectation, measurement } = facts;
  const allowed = allowedShare(expectation.percentile);
  if (isForDistance(facts) && !mayBeDecided(expectation.loads, timesToRefute(facts))) {
    const orDeclare =
      expectation.limitAt === null ? ', or declare in the contract where the limit holds: latency.at' : '';
    return said(farCause(generator), { share: reason, orDeclare });
  }
  if (generator.control === null) return said('errors-unmeasured', { share: reason });
  if (measurement.sampleLimited) return said('undecided-backups', { share: reason });
  const isSlow = share.x >= allowed * share.n;
  const enough = longerLoad(isSlow ? timesToRefute(facts) : timesToPass(facts, share.x));
  if (enough === null && share.fasterNetwork >= allowed) {
    const faster = percentText(share.fasterNetwork, 'up');
    const takenOff = msText(measurement.takenOffMostMs);
    return said('unsteady-network', { share: reason, faster, takenOff });
  }
  const missing = callsNeeded(facts) / share.n;
  if (enough === null && missing <= 1) {
    const luckier = lowerBound(share.x / share.designEffect, share.n / share.designEffect, unlucky);
    return orLonger(said('share-too-close', { share: reason }), timesToPass(facts, luckier * share.n));
  }
  // With too few calls it is not yet known how close the share is.
  const longer = enough ?? longerLoad(missing);
  if (longer === null) return said('undecided-few-calls', { share: reason });
  const cause = enough !== null && isSlow ? 'undecided-slow' : 'undecided-share';
  return orLonger(said(cause, { share: reason, ...longer.figures }), longer.times);
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

/** The same for a fail. */
function timesToRefute(facts: LatencyFacts): number {
  const allowed = allowedShare(facts.expectation.percentile);
  return samplesUntil((times) => refute(facts, times).lower > allowed, mostTimes);
}

/** Why the service's time cannot be told from the network's. */
function farCause({ roundTrip, isProxied, hasCompanion }: GeneratorFacts) {
  if (roundTrip !== null) return 'far-away';
  return isProxied ? 'behind-proxy' : hasCompanion ? 'few-handshakes' : 'network-untimed';
}
