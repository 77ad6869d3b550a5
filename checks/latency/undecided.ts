import type { Condition } from '../../dist/report-types.ts';
import { samplesToFail, samplesToPass } from '../statistics/sample-size.ts';
import { msText, percentText } from '../wording.ts';
import { moreCalls, nearer, noPass, type ReadingFacts } from './conditions.ts';
import { type GuardLevel, isFar } from './network.ts';
import { failAlpha, passAlphaAt } from './reading.ts';
import type { GuardBand } from './refutation.ts';

/** So many calls are slow, and the service so far away, that a shorter way helps before anything else does. */
export function isForDistance({ share, allowed, generator, expectation }: ReadingFacts): boolean {
  return isFar(generator.roundTrip, expectation.limitAt) && share.x >= allowed * share.n;
}

/** Where the calls neither show enough nor refute: what would decide if it went on like this. */
export function undecided(given: ReadingFacts, { levels, network }: GuardBand, reason: string): Condition {
  const { share, allowed, generator, expectation } = given;
  const id = 'undecided-share';
  if (isForDistance(given)) return { id, ...noPass(reason, nearer) };
  if (share.fasterNetwork >= allowed) return { id, ...noPass(`${reason} ${fasterText(given)}`, steadier) };
  if (generator.control === null) {
    const remedy =
      'Start the run with the command line, which measures how slow calls cluster and what the load generator adds.';
    return { id, ...noPass(reason, remedy) };
  }
  const observed = share.x / share.n;
  const effective = share.n / share.designEffect;
  /** What must be shown for a fail once the bounds on the errors rest on so many calls. */
  const refutable = (n: number) =>
    allowed + leastOf(network.levels, n / effective) + leastOf(levels, n / effective);
  const samples =
    observed < allowed
      ? samplesToPass(allowed - share.fasterNetwork, passAlphaAt(expectation.looks), observed)
      : samplesToFail(refutable, failAlpha(expectation), observed);
  return { id, ...moreCalls(reason, samples / effective) };
}

const steadier =
  'Measure from a machine closer to the service: the time that this network takes varies too much.';

function fasterText({ share, measurement }: ReadingFacts): string {
  return `For up to ${percentText(share.fasterNetwork, 'up')} the network may have taken less than the ${msText(measurement.takenOffMostMs)} that were taken off.`;
}

function leastOf(levels: readonly GuardLevel[], times: number): number {
  const bounds = levels.map(({ seen, exceedance }) => seen + (exceedance - seen) / Math.sqrt(times));
  return Math.min(...bounds);
}
