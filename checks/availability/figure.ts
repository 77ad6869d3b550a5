import type { AvailabilityFigure } from '../../dist/report-types.ts';
import type { Contract } from '../../schemas/contract.ts';
import type { ResolvedLoad } from '../../schemas/load-plan.ts';
import { lowerBound, upperBound } from '../statistics/distributions.ts';
import { accidentEffect } from '../statistics/samples.ts';
import { countText, percentText } from '../wording.ts';

/** The document's figure (§8); it does not define what the figure measures. */
const statedAvailability = 0.9999;
/** Chance that a share lies beyond a bound. */
const alpha = 0.01;

/** Calls or seconds. It may not be known exactly how many were bad: then `leastBad` and `mostBad` differ. */
export interface Trials {
  readonly n: number;
  readonly leastBad: number;
  readonly mostBad: number;
  /** How many bad trials count as one independent trial. */
  readonly effect: number;
}

/** What one run's load says about availability, for all endpoints together. */
export interface CallsAndTime {
  /** `designEffect`: how many failures are worth one independent failure. `neverMade`: further ones that may have failed. */
  readonly calls: Readonly<Record<'n' | 'failures' | 'designEffect', number>> & {
    readonly neverMade?: number;
  };
  readonly time: Readonly<
    Record<'seconds' | 'leastBadSeconds' | 'mostBadSeconds' | 'meanEpisodeSeconds', number>
  >;
}

/** The trials of a run or of several: its valid calls, or the seconds of its measured time. */
export const trialsOf = {
  /** Calls whose outcome is not known may all have failed, in one burst. */
  requests: ({ calls }: CallsAndTime): Trials => {
    const { n, failures, designEffect, neverMade = 0 } = calls;
    return {
      n: n + neverMade,
      leastBad: failures,
      mostBad: failures + neverMade,
      effect: Math.max(designEffect, neverMade),
    };
  },
  seconds: ({ time }: CallsAndTime): Trials => ({
    n: time.seconds,
    leastBad: time.leastBadSeconds,
    mostBad: time.mostBadSeconds,
    effect: Math.max(1, time.meanEpisodeSeconds),
  }),
};

const words = {
  requests: { unit: 'calls', meaning: 'calls that succeed' },
  seconds: { unit: 'seconds', meaning: 'seconds without a failed call' },
};

/**
 * The share of bad trials, with each bound at 99 %. A single accident refutes nothing: `least` is 0 then. For `most`, at least
 * `leastEffect` bad trials count as one independent trial.
 */
export function badShare({ n, leastBad, mostBad, effect }: Trials, leastEffect: number) {
  const mostEffect = Math.max(effect, leastEffect);
  const failEffect = accidentEffect(effect, n);
  return {
    least: leastBad < 2 * failEffect ? 0 : lowerBound(leastBad / failEffect, n / failEffect, alpha),
    most: upperBound(mostBad / mostEffect, n / mostEffect, alpha),
  };
}

/**
 * Where the contract declares this meaning, one run can refute the figure. No run can show it: outages are further apart than a run is
 * long, so the ledger adds up runs. At least `leastEffect` bad trials count as one.
 */
export function availabilityFigure(
  name: keyof typeof trialsOf,
  trials: Trials,
  leastEffect: number,
  declared: Contract['availability'],
): AvailabilityFigure {
  const { unit, meaning } = words[name];
  const { n, leastBad, mostBad } = trials;
  if (n === 0) return notCounted(meaning, `There are no ${unit} to count.`);
  const isDeclared = declared?.meaning === name;
  const target = targetShare(isDeclared ? declared : undefined);
  const bad = badShare(trials, leastEffect);
  const isRefuted = 1 - bad.least < target;
  const figure = Number((target * 100).toFixed(4));
  const [least, most] = [countText(leastBad), countText(mostBad)];
  const counts = `${least === most ? most : `${least} to ${most}`} of ${countText(n)} ${unit} were bad, so at least ${percentText(1 - bad.most, 'down')} are good (99 % confidence)`;
  return {
    meaning,
    observed: 1 - mostBad / n,
    lowerBound: 1 - bad.most,
    confidence: 1 - alpha,
    verdict: isRefuted && isDeclared ? 'fail' : 'not-judged',
    explanation: `${counts}; ${isRefuted ? `this refutes ${figure} %` : `one run cannot show ${figure} %, so the ledger adds up runs`}.`,
  };
}

function notCounted(meaning: string, explanation: string): AvailabilityFigure {
  const nothing = { observed: null, lowerBound: null, confidence: 1 - alpha };
  return { meaning, ...nothing, verdict: 'not-judged', explanation };
}

/** The share of good trials that is promised. */
export function targetShare(declared: Contract['availability']): number {
  return declared?.targetPercent === undefined
    ? statedAvailability
    : Number((declared.targetPercent / 100).toPrecision(12));
}

/** Calls that fail in one outage. They count as one, because a run without an outage does not show that failures come one by one. */
export function leastEffect(load: Pick<ResolvedLoad, 'rate' | 'maxStallMs'>): number {
  return Math.max(1, (load.rate * load.maxStallMs) / 1000);
}

export const notMeasured =
  'Not measured: the document does not say what is synchronised or how the sync status reports it.';

/** The document shows no write that the sync status must report, so there is nothing to count. */
export const synchronisation = notCounted('data that is synchronised', notMeasured);
