import { samplesToFail, samplesToPass } from '../statistics/sample-size.ts';
import { stallResolutionMs, windowForStallMs } from '../statistics/stall-resolution.ts';
import { failAlpha, passAlpha } from './error-rates.ts';
import type { ConditionRule, Facts } from './facts.ts';
import type { GuardBand } from './guard-band.ts';
import { moreVirtualUsers } from './machine-conditions.ts';
import { readingName } from './reading.ts';
import { countText, msText, secondsText, timesText } from './wording.ts';

/** A percentile that is looked at: `allowed` is the share of calls that may be slow. */
export interface ReadingFacts extends Facts {
  readonly reading: number | 'every';
  readonly allowed: number;
}

/** What keeps one reading from passing. */
export const readingConditions: readonly ConditionRule<ReadingFacts>[] = [
  {
    id: 'every-request',
    effect: 'no-pass',
    when: ({ allowed }) => allowed === 0,
    reason: () => 'That every request is under the limit cannot be shown by any number of them.',
    remedy: () => 'Declare a percentile in the contract (latency.percentile).',
  },
  {
    id: 'few-calls',
    effect: 'no-pass',
    when: (facts) =>
      isWhole(facts) && facts.allowed > 0 && facts.share.n > 0 && facts.share.n < neededCalls(facts),
    reason: (facts) =>
      `${countText(facts.share.n)} calls are too few for ${readingName(facts.reading)}: ${countText(neededCalls(facts))} are needed${knownBursts(facts) > 1 ? ', as the slow ones came in bursts' : ''}.`,
    remedy: (facts) => longer(neededCalls(facts) / facts.share.n),
  },
  {
    id: 'short-window',
    effect: 'no-pass',
    when: (facts) =>
      isWhole(facts) && facts.allowed > 0 && !(resolution(facts) >= facts.expectation.maxStallMs),
    reason: (facts) =>
      `Only stalls of up to ${msText(resolution(facts))} would have shown; a pass must have been able to see stalls of ${msText(facts.expectation.maxStallMs)}.`,
    remedy: ({ allowed, expectation }) =>
      `Measure for at least ${secondsText(windowForStallMs(allowed, expectation.maxStallMs, passAlpha))}, or declare a shorter stall (latency.maxStallMs).`,
  },
  {
    id: 'many-dropped',
    effect: 'no-pass',
    when: ({ allowed, share, measurement }) => measurement.dropped > allowed * share.n,
    reason: ({ measurement }) => `${countText(measurement.dropped)} calls that were due were never made.`,
    remedy: () => moreVirtualUsers,
  },
  {
    id: 'near-limit',
    effect: 'warning',
    when: (facts) => isNearLimit(facts),
    reason: (facts) =>
      `${readingName(facts.reading)} lies within the error of measurement of the limit (${msText(facts.generator.control?.errorMs.q95 ?? 0)} at p95).`,
    remedy: () => 'Run it on a quieter machine.',
  },
];

/** A run that was ended early says so; that it was short is no fault of its plan. */
function isWhole({ expectation }: ReadingFacts): boolean {
  return !expectation.stoppedEarly;
}

function resolution({ allowed, measurement }: ReadingFacts): number {
  return stallResolutionMs(allowed, measurement.durationMs, passAlpha);
}

/** Calls of which none may be slow, times what a call was worth. */
function neededCalls(facts: ReadingFacts): number {
  return Math.ceil((Math.log(passAlpha) / Math.log1p(-facts.allowed)) * knownBursts(facts));
}

function knownBursts({ share, generator }: ReadingFacts): number {
  return generator.control === null ? 1 : share.designEffect;
}

function isNearLimit({ reading, generator: { control }, measurement }: ReadingFacts): boolean {
  if (control === null || reading === 'every') return false;
  const quantile = measurement.percentiles.find(({ percentile }) => percentile === reading);
  return quantile !== undefined && Math.abs(measurement.limitMs - quantile.ms) < control.errorMs.q95;
}

/** The remedy where the calls neither show enough nor refute: what would decide if it went on like this. */
export function decidingRemedy(
  { share, allowed, generator, expectation }: ReadingFacts,
  { levels, networkExceedance }: GuardBand,
): string {
  if (generator.control === null) {
    return 'Start the run with the command line: it measures how slow calls cluster and what the generator adds.';
  }
  const observed = share.x / share.n;
  const refutable = allowed + networkExceedance + Math.min(...levels.map(({ exceedance }) => exceedance));
  const samples =
    observed < allowed
      ? samplesToPass(allowed, passAlpha, observed)
      : samplesToFail(refutable, failAlpha(expectation), observed);
  return longer((samples * share.designEffect) / share.n);
}

function longer(factor: number): string {
  const times = timesText(Math.max(1.1, factor));
  return times === null
    ? 'A longer run would hardly decide it: the share of slow calls is too near the one allowed.'
    : `Run ${times} longer, or at a higher rate.`;
}
