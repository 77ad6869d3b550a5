import { stallResolutionMs } from '../statistics/stall-resolution.ts';
import { failAlpha, passAlpha } from './error-rates.ts';
import { type Facts, unmetConditions } from './facts.ts';
import type { GeneratorFacts } from './generator-facts.ts';
import { guardBand } from './guard-band.ts';
import { judgeMean } from './judge-mean.ts';
import { judgePercentile, judgeWithRemedy, type Shown } from './judge-percentile.ts';
import { judgeSampleLimited } from './judge-sample-limited.ts';
import type { LatencyFinding, ReadingVerdict } from './latency-finding.ts';
import { machineConditions } from './machine-conditions.ts';
import type { LatencyMeasurement } from './measurement.ts';
import { measurementConditions } from './measurement-conditions.ts';
import {
  allowedShare,
  type LatencyExpectation,
  type Reading,
  readingName,
  usualReadings,
} from './reading.ts';
import { refute } from './refutation.ts';
import { slowShare } from './slow-share.ts';

/**
 * Judges one endpoint: a pass on the larger latency (k6's durations, which read more than the wire while the clock is
 * not set, and all that hides a slow call), a fail on the smaller (durations less a guard band). Without a control endpoint the plain rule holds: the slow calls are taken
 * as one burst, and the guard band is a stated default.
 */
export function judgeLatency(
  measurement: LatencyMeasurement,
  generator: GeneratorFacts,
  expectation: LatencyExpectation,
): LatencyFinding {
  const { reading } = expectation;
  const allowed = typeof reading === 'number' ? allowedShare(reading) : 0;
  const share = slowShare(measurement, generator.control === null ? 'any' : 'measured', allowed);
  const facts: Facts = { measurement, generator, expectation, share };
  const alpha = failAlpha(expectation);
  const band = guardBand(generator, measurement.limitMs, alpha);
  const shown: Shown = {
    band,
    refutation: refute(measurement, share, band, alpha),
    conditions: unmetConditions([...measurementConditions, ...machineConditions], facts),
  };
  const judged = measurement.sampleLimited
    ? judgeSampleLimited(facts, shown)
    : judgeReading(facts, shown, reading, judgeWithRemedy);
  return {
    ...countsOf(facts),
    ...certificateOf(facts, shown),
    ...judged,
    reading: readingName(reading),
    readingOrigin: expectation.readingOrigin,
    guardBandMs: shown.refutation.guardMs,
    guardBandSource: band.source,
    readings: usualReadings.map((reading) => readingVerdict(facts, shown, reading)),
  };
}

function judgeReading(
  facts: Facts,
  shown: Shown,
  reading: Reading,
  judge: typeof judgePercentile,
): Pick<LatencyFinding, 'verdict' | 'explanation' | 'conditions'> {
  if (reading !== 'mean') return judge(facts, shown, reading);
  const { verdict, explanation } = judgeMean(facts, shown.band);
  const { conditions } = shown;
  if (conditions.some(({ effect }) => effect === 'void'))
    return { verdict: 'inconclusive', explanation, conditions };
  const blocked = verdict === 'pass' && conditions.some(({ effect }) => effect === 'no-pass');
  return { verdict: blocked ? 'inconclusive' : verdict, explanation, conditions };
}

function readingVerdict(facts: Facts, shown: Shown, reading: Reading): ReadingVerdict {
  const { verdict, explanation } = judgeReading(facts, shown, reading, judgePercentile);
  return {
    reading: readingName(reading),
    verdict: verdict === 'not-applicable' ? 'inconclusive' : verdict,
    explanation,
  };
}

function countsOf({ measurement, share }: Facts) {
  const { endpoint, limitMs, failed, dropped } = measurement;
  return {
    endpoint,
    limitMs,
    requests: share.n,
    slow: share.x,
    failed,
    dropped,
    shareUnderLimit: share.n === 0 ? null : 1 - share.x / share.n,
    shareUnderLimitInterval:
      share.interval === null
        ? null
        : {
            lower: 1 - share.interval.upper,
            upper: 1 - share.interval.lower,
            confidence: share.interval.confidence,
          },
  };
}

/** What hides slow calls forbids a certificate; what voids the run forbids both. */
function certificateOf({ measurement, expectation, share }: Facts, { refutation, conditions }: Shown) {
  const isVoid = conditions.some(({ effect }) => effect === 'void');
  const blocked = isVoid || conditions.some(({ effect }) => effect === 'no-pass');
  const allowed = typeof expectation.reading === 'number' ? allowedShare(expectation.reading) : 0;
  return {
    certifiedShare: blocked || share.upper >= 1 ? null : 1 - share.upper,
    refutedShare: isVoid || refutation.lower <= 0 ? null : 1 - refutation.lower,
    effectiveSamples: share.n / share.designEffect,
    designEffect: share.designEffect,
    stallResolutionMs: stallResolutionMs(allowed, measurement.durationMs, passAlpha),
  };
}
