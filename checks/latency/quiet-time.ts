import type { MachineSlice } from '../../schemas/machine.ts';
import { type BoundedShare, lowerBound, scaled, upperBound, upperSum } from '../statistics/distributions.ts';
import { designEffect, type Slice, total } from '../statistics/samples.ts';
import { type LatencyExpectation, passAlphaAt } from './expectation.ts';
import { judgeLatency, type LatencyFinding } from './judge-latency.ts';
import { countBeyond, type GeneratorFacts, type LatencyMeasurement } from './measurement.ts';
import { slowShare, slowSlices } from './slow-share.ts';

/** From so many processors' worth of foreign work on, a slice may be disturbed. Below it lies what the kernel counts inexactly. */
export const foreignFromCores = 0.25;
/** It is disturbed if the harness waited so long for a processor: milliseconds per second, summed over its threads. */
export const waitedFromMs = 60;

/**
 * Whether a slice is left out: other programs, or other machines of the same host, used processors, and the harness had to wait for one
 * or sent calls late. Both are asked, because the harness makes itself wait when a service answers many calls at once, as after a
 * stall, and on a machine with many processors others may use some without disturbing anybody. No answer of the service is asked.
 */
export function isDisturbed(slice: MachineSlice | undefined, sentLate: boolean): boolean {
  if (slice === undefined) return false;
  const { othersCores, stolenCores, waitedMs, throttledPeriods } = slice;
  const isForeign = (othersCores ?? 0) + (stolenCores ?? 0) >= foreignFromCores;
  const hadToWait = (waitedMs ?? 0) >= waitedFromMs || (throttledPeriods ?? 0) > 0;
  return isForeign && (hadToWait || sentLate);
}

/** If less of the time than this was quiet, nothing is left out: the rest would be too little to decide, and the noise of all of it is measured. */
const leastQuietShare = 0.25;

/** Whether the quiet slices of a load decide, rather than all of it. No answer of the service is asked here either. */
export function isQuietEnough(quietSlices: number, slices: number): boolean {
  return quietSlices >= leastQuietShare * slices;
}

/** One endpoint and its generator, in some of the slices. */
export interface PartOfLoad {
  readonly measurement: LatencyMeasurement;
  readonly generator: GeneratorFacts;
}

/** A load, in the slices that count and in those that are left out. */
export interface Divided {
  readonly kept: PartOfLoad;
  readonly leftOut: PartOfLoad;
}

/**
 * Judges the time in which the machine was the harness's own. A service elsewhere cannot see from its calls what this machine does; so that it
 * cannot hide behind noise that it shares either (one host for both), noise must explain what was slow in the rest. `asWhole`: the judgement of all the
 * load, where the service may share the machine; null: it is elsewhere.
 */
export function judgeQuietTime(
  { kept, leftOut }: Divided,
  expectation: LatencyExpectation,
  asWhole: LatencyFinding | null,
): LatencyFinding {
  // Its own work looks like that of other programs, so all of the load counts for a pass.
  if (asWhole?.verdict === 'pass') return asWhole;
  return judgeLatency(kept.measurement, kept.generator, expectation, {
    seconds: leftOut.measurement.durationMs / 1000,
    ofSeconds: (kept.measurement.durationMs + leftOut.measurement.durationMs) / 1000,
    possibleShare: asWhole === null ? possibleShare({ kept, leftOut }, expectation) : null,
    asWhole: asWhole && { passing: passing(asWhole), conditions: asWhole.conditions },
  });
}

function passing({ reading, verdict, readings }: LatencyFinding): string[] {
  return [{ reading, verdict }, ...readings].flatMap((one) => (one.verdict === 'pass' ? [one.reading] : []));
}

/**
 * A fast call takes this percentile of the response times while nothing disturbs the machine. Noise can make it slow only by adding what is left
 * of the limit. If the service itself takes longer while the machine is disturbed, that is no noise.
 */
const usualPercentile = 25;

/**
 * The share of all calls that were slow for another reason than noise. In the time left out, noise explains as large a share of the calls as of
 * the control calls: those whose error would have made a fast call slow. A call that was sent late there counts as slow only if its own
 * time was long.
 */
function possibleShare({ kept, leftOut }: Divided, expectation: LatencyExpectation): BoundedShare {
  const alpha = passAlphaAt(expectation.loads);
  const { n, x, designEffect: effect } = slowShare(kept.measurement, kept.generator, expectation);
  const slices = slowSlices(leftOut.measurement);
  const rest = total(slices);
  const restEffect = designEffect(slices);
  const noise = noiseIn(leftOut, usualMs(kept));
  const ofRest = rest.n / (n + rest.n);
  const bounded = (bound: typeof upperBound, hits: number, of: number, bursts: number): BoundedShare => ({
    seen: of === 0 ? 0 : hits / of,
    bound: bound(hits / bursts, of / bursts, alpha),
  });
  return upperSum([
    scaled(bounded(upperBound, x, n, effect), 1 - ofRest),
    scaled(bounded(upperBound, rest.hits, rest.n, restEffect), ofRest),
    scaled(bounded(lowerBound, noise.hits, noise.n, 1), -ofRest),
  ]);
}

function usualMs({ measurement }: PartOfLoad): number {
  const usual = measurement.percentiles.findLast(({ percentile }) => percentile <= usualPercentile);
  return usual?.ms ?? 0;
}

/** The control calls of a part, and how many met an error that makes a usual call slow. */
function noiseIn({ measurement, generator: { control } }: PartOfLoad, fastMs: number): Slice {
  if (control === null) return { n: 0, hits: 0 };
  const neededMs = measurement.limitMs - fastMs;
  const hits = neededMs > 0 ? countBeyond(control.overError, neededMs) - control.lost : 0;
  return { n: control.n, hits: Math.max(0, hits) };
}
