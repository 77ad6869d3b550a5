import type { MachineSlice } from '../../schemas/machine.ts';
import { failAlpha, type LatencyExpectation } from './expectation.ts';
import { judgeLatency, type LatencyFinding } from './judge-latency.ts';
import type { GeneratorFacts, LatencyMeasurement } from './measurement.ts';
import { networkLevels } from './network.ts';
import { guardBand, refute } from './refutation.ts';
import { slowShare } from './slow-share.ts';

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
 * cannot hide behind noise that it shares either (one host for both), the rest must not be refuted by itself. `asWhole`: the judgement of all the
 * load, where the service may share the machine; null: it is elsewhere.
 */
export function judgeQuietTime(
  { kept, leftOut }: Divided,
  expectation: LatencyExpectation,
  asWhole: LatencyFinding | null,
): LatencyFinding {
  // Its own work looks like that of other programs, so all of the load counts for a pass.
  if (asWhole?.verdict === 'pass') return asWhole;
  const { most, made } = expectation.looks;
  return judgeLatency(kept.measurement, kept.generator, expectation, {
    seconds: leftOut.measurement.durationMs / 1000,
    ofSeconds: (kept.measurement.durationMs + leftOut.measurement.durationMs) / 1000,
    refutedShare: refutedShareOf(leftOut, expectation),
    passingAsWhole: asWhole && passing(asWhole),
    isEarly: 3 * made < most,
  });
}

function passing({ reading, verdict, readings }: LatencyFinding): string[] {
  return [{ reading, verdict }, ...readings].flatMap((one) => (one.verdict === 'pass' ? [one.reading] : []));
}

function refutedShareOf({ measurement, generator }: PartOfLoad, expectation: LatencyExpectation): number {
  const { limitAt } = expectation;
  const alpha = failAlpha(expectation, networkLevels(generator, limitAt));
  const share = slowShare(measurement, generator, expectation);
  return refute(measurement, share, guardBand(generator, measurement, limitAt, alpha), alpha).lower;
}
