import type { AvailabilityFigure } from '../../dist/report-types.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { LedgerTime } from '../../schemas/ledger.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import { designEffect, type Slice } from '../statistics/design-effect.ts';
import { sumOf } from '../statistics/sum.ts';
import { availabilityFigure, statedAvailability } from './figure.ts';

export type AvailabilityMeaning = 'requests' | 'seconds' | 'synchronisation';

/** What the contract says the figure means; null where it is silent and nothing is judged. */
export interface DeclaredAvailability {
  readonly meaning: AvailabilityMeaning;
  readonly target?: number;
}

export function declaredAvailability({
  availability,
}: Pick<Contract, 'availability'>): DeclaredAvailability | null {
  if (availability === undefined) return null;
  const { meaning, targetPercent } = availability;
  return { meaning, ...(targetPercent === undefined ? {} : { target: targetPercent / 100 }) };
}

/** Valid calls of one stretch of time, and how many of them failed or were never made. */
export interface CallSlice {
  readonly n: number;
  readonly failed: number;
}

/** Calls of one outage: a run that had none has not shown that they come one by one. */
export function leastEffect(load: Pick<ResolvedLoad, 'rate' | 'maxStallMs'>): number {
  return Math.max(1, (load.rate * load.maxStallMs) / 1000);
}

/** The share of calls that succeed. Failures that come in bursts are worth less than their number. */
export function successShare(
  slices: readonly CallSlice[],
  load: Pick<ResolvedLoad, 'rate' | 'maxStallMs'> & { readonly lost: number },
  declared: DeclaredAvailability | null,
): AvailabilityFigure {
  const hits: Slice[] = slices.map(({ n, failed }) => ({ n, hits: failed }));
  const n = sumOf(slices, (slice) => slice.n) + load.lost;
  const fewestFailures = sumOf(slices, (slice) => slice.failed);
  // Of those that were refused, redirected or turned away nobody knows.
  const failures = fewestFailures + load.lost;
  const effect = slices.length < 20 ? Math.max(1, failures) : designEffect(hits);
  const trials = {
    meaning: 'calls that succeed',
    unit: 'calls',
    n,
    failures,
    fewestFailures,
    designEffect: effect,
  };
  return availabilityFigure({ ...trials, leastEffect: leastEffect(load) }, targetOf('requests', declared));
}

/** The share of seconds in which every call succeeds; those without a call are not counted. */
export function goodTime(time: LedgerTime, declared: DeclaredAvailability | null): AvailabilityFigure {
  return availabilityFigure(
    {
      meaning: 'seconds without a failed call',
      unit: 'seconds',
      n: time.seconds,
      failures: time.mostBadSeconds,
      fewestFailures: time.leastBadSeconds,
      designEffect: Math.max(1, time.meanEpisodeSeconds),
    },
    targetOf('seconds', declared),
  );
}

export const notMeasured =
  'Not measured: the document does not say what is synchronised or how the sync status reports it.';

/** The document shows no write whose arrival the sync status must tell, so nothing can be counted. */
export function synchronisation(declared: DeclaredAvailability | null): AvailabilityFigure {
  return {
    meaning: 'data that is synchronised',
    observed: null,
    lowerBound: null,
    confidence: 0.99,
    verdict: declared?.meaning === 'synchronisation' ? 'inconclusive' : 'not-judged',
    explanation: notMeasured,
  };
}

function targetOf(meaning: AvailabilityMeaning, declared: DeclaredAvailability | null): number | null {
  return declared?.meaning === meaning ? (declared.target ?? statedAvailability) : null;
}
