import type { AvailabilityFigure, Verdict } from '../../dist/report-types.ts';
import { lowerBound, upperBound } from '../statistics/clopper-pearson.ts';
import { cleanSamples } from '../statistics/sample-size.ts';
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
export function availabilityFigure(trials: Trials, target: number | null): AvailabilityFigure {
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
