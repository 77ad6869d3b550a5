import type { MachineSlice } from '../../dist/facts-types.ts';
import {
  type BoundedShare,
  boundedShare,
  known,
  lowerBound,
  scaled,
  upperBound,
  upperSum,
} from '../statistics/distributions.ts';
import { designEffect, total } from '../statistics/samples.ts';
import type { LatencyFacts } from './conditions.ts';
import { type LatencyExpectation, passAlphaAt } from './expectation.ts';
import { judgeLatency, type LatencyFinding } from './judge-latency.ts';
import { noiseIn, usualMs } from './measurement.ts';
import { slowShare, slowSlices } from './slow-share.ts';

/** Foreign work, in processors, from which a slice may be disturbed. Smaller amounts are below the kernel's accuracy. */
export const foreignFromCores = 0.25;
/** The slice is disturbed if the harness also waited this long for a processor: milliseconds per second, summed over its threads. */
export const waitedFromMs = 60;

/**
 * Whether a slice is excluded: other programs, or other machines of the same host, used processors, and the harness waited for one
 * or sent calls late. Both are required. A service that answers many calls at once, as after a stall, makes the harness wait too,
 * and on a machine with many processors others may use some without disturbing anyone. Answers of the service play no part.
 */
export function isDisturbed(slice: MachineSlice | undefined, sentLate: boolean): boolean {
  if (slice === undefined) return false;
  const { othersCores, stolenCores, waitedMs, throttledPeriods } = slice;
  const isForeign = (othersCores ?? 0) + (stolenCores ?? 0) >= foreignFromCores;
  const hadToWait = (waitedMs ?? 0) >= waitedFromMs || (throttledPeriods ?? 0) > 0;
  return isForeign && (hadToWait || sentLate);
}

/** If less than this share of the time was quiet, nothing is excluded: the rest would be too little to decide. */
const leastQuietShare = 0.25;

/** Whether the quiet slices of a load decide instead of the whole load. Answers of the service play no part here either. */
export function isQuietEnough(quietSlices: number, slices: number): boolean {
  return quietSlices >= leastQuietShare * slices;
}

/** One endpoint and its generator in the slices that count and in those excluded. */
export type Divided = Readonly<Record<'kept' | 'leftOut', Pick<LatencyFacts, 'measurement' | 'generator'>>>;

/**
 * Judges the time without interference on this machine. A service elsewhere cannot know from its calls what this machine does. It
 * might still share the noise (one host for both) and hide behind it, so noise must explain the slow calls in the rest. `asWhole`:
 * the judgement of the whole load if the service may share the machine; null: it is elsewhere.
 */
export function judgeQuietTime(
  { kept, leftOut }: Divided,
  expectation: LatencyExpectation,
  asWhole: LatencyFinding | null,
): LatencyFinding {
  // The service's own work looks like that of other programs, so a pass counts the whole load.
  if (asWhole?.verdict === 'pass') return asWhole;
  return judgeLatency(kept.measurement, kept.generator, expectation, {
    seconds: leftOut.measurement.durationMs / 1000,
    ofSeconds: (kept.measurement.durationMs + leftOut.measurement.durationMs) / 1000,
    possibleShare: asWhole === null ? possibleShare({ kept, leftOut }, expectation) : known(0),
    asWhole,
  });
}

/**
 * The share of all calls that were slow for reasons other than noise. In the excluded time, noise explains the same share of calls
 * as of control calls: those with an error that would have made a fast call slow. A call sent late in that time counts as slow
 * only if its own duration was long.
 */
function possibleShare({ kept, leftOut }: Divided, expectation: LatencyExpectation): BoundedShare {
  const alpha = passAlphaAt(expectation.loads);
  const { n, x, designEffect: effect } = slowShare(kept.measurement, kept.generator, expectation);
  const slices = slowSlices(leftOut.measurement);
  const rest = total(slices);
  const restEffect = designEffect(slices);
  const noise = noiseIn(leftOut.generator, leftOut.measurement.limitMs - usualMs(kept.measurement));
  const ofRest = rest.n / (n + rest.n);
  return upperSum([
    scaled(boundedShare(upperBound, x, n, alpha, effect), 1 - ofRest),
    scaled(boundedShare(upperBound, rest.hits, rest.n, alpha, restEffect), ofRest),
    scaled(boundedShare(lowerBound, noise.hits, noise.n, alpha), -ofRest),
  ]);
}
