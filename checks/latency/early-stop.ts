import { failAlpha } from './error-rates.ts';
import { type Facts, unmetConditions } from './facts.ts';
import type { GeneratorFacts } from './generator-facts.ts';
import { guardBand } from './guard-band.ts';
import { machineConditions } from './machine-conditions.ts';
import type { LatencyMeasurement } from './measurement.ts';
import { measurementConditions } from './measurement-conditions.ts';
import { allowedShare, type LatencyExpectation } from './reading.ts';
import { refute } from './refutation.ts';
import { slowShare } from './slow-share.ts';

const earliestMs = 10_000;

/**
 * True when the window so far already fails, whatever follows. The chance of a wrong fail is shared between the
 * `looks` of the expectation, so the last look must use the same expectation. Only a fail may end a run early: a pass
 * needs the whole time.
 */
export function certainFail(
  measurement: LatencyMeasurement,
  generator: GeneratorFacts,
  expectation: LatencyExpectation,
): boolean {
  if (measurement.durationMs < earliestMs || expectation.reading === 'mean') return false;
  const share = slowShare(measurement, 'measured');
  const facts: Facts = { measurement, generator, expectation, share };
  const conditions = unmetConditions([...measurementConditions, ...machineConditions], facts);
  if (conditions.some(({ effect }) => effect === 'void')) return false;
  const alpha = failAlpha(expectation);
  const band = guardBand(generator, measurement.limitMs, alpha);
  return refute(measurement, share, band, alpha).lower > allowedShare(expectation.reading);
}
