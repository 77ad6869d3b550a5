import type { AvailabilityFigure, Verdict } from '../../dist/report-types.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { LedgerTime } from '../../schemas/ledger.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import { lowerBound, upperBound } from '../statistics/distributions.ts';
import { cleanSamples, designEffect, type Slice, sumOf } from '../statistics/samples.ts';
import { countText, percentText } from '../wording.ts';

/** The document's figure, §8; what it measures is not defined. */
export const statedAvailability = 0.9999;
const alpha = 0.01;
const fewestEffective = 30;

/** Trials, how many of them failed at most, and how many counted ones are worth one independent trial. */
export interface Trials {
  readonly meaning: string;
  /** "calls", "seconds". */
  readonly unit: string;
  readonly n: number;
  readonly failures: number;
  /** Where it is not known exactly how many failed. */
  readonly fewestFailures?: number;
  readonly designEffect: number;
  /** The least of it that a pass can rest on. */
  readonly leastEffect?: number;
}

/** `target` is null where the contract does not say that this is what the figure means. */
function availabilityFigure(trials: Trials, target: number | null): AvailabilityFigure {
  const { meaning, n, failures, designEffect, leastEffect = 1 } = trials;
  const effect = Math.max(designEffect, leastEffect);
  const effective = n / effect;
  const bad = failures / effect;
  const lower = 1 - upperBound(bad, effective, alpha);
  const upper = refutedAbove(trials);
  const aim = target ?? statedAvailability;
  const decided = n === 0 ? 'inconclusive' : lower >= aim ? 'pass' : upper < aim ? 'fail' : 'inconclusive';
  return {
    meaning,
    observed: n === 0 ? null : 1 - failures / n,
    lowerBound: n === 0 ? null : lower,
    confidence: 1 - alpha,
    verdict: target === null ? 'not-judged' : decided,
    explanation: n === 0 ? `There are no ${trials.unit} to count.` : explain(trials, lower, aim, decided),
  };
}

/** A bad stretch longer than a thirtieth of the run is no single accident; a single accident refutes nothing. */
function refutedAbove({ n, failures, fewestFailures = failures, designEffect }: Trials): number {
  const effect = Math.min(designEffect, n / Math.min(n, fewestEffective));
  return fewestFailures < 2 * effect ? 1 : 1 - lowerBound(fewestFailures / effect, n / effect, alpha);
}

/** Trials that show the share, none of them failing; Infinity where none may ever fail. */
export function cleanTrialsNeeded(target: number): number {
  return Math.ceil(cleanSamples(1 - target, alpha));
}

function explain(
  { unit, n, failures, fewestFailures = failures, leastEffect = 1 }: Trials,
  lower: number,
  aim: number,
  decided: Verdict,
): string {
  const [fewest, most] = [countText(fewestFailures), countText(failures)];
  const counts = `${fewest === most ? most : `${fewest} to ${most}`} of ${countText(n)} ${unit} bad: ≥ ${percentText(lower, 'down')} (99 %)`;
  const figure = `${Number((aim * 100).toFixed(4))} %`;
  if (decided === 'pass') return `${counts}; ${figure} is shown.`;
  if (decided === 'fail') return `${counts}; ${figure} is refuted.`;
  if (aim === 1) return `${counts}; no number of ${unit} shows ${figure}.`;
  const needed = countText(Math.ceil(cleanTrialsNeeded(aim) * leastEffect));
  return `${counts}; this run cannot decide ${figure}: that takes ${needed} ${unit} without a bad one.`;
}

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
