import { studentT } from '../../checks/statistics/distributions.ts';
import { quantile } from '../../checks/statistics/quantile.ts';
import type { Shift } from './model.ts';
import { rankTable, tailQuantile } from './rank-table.ts';

/** Two-sided, of every interval of a shift. */
export const shiftConfidence = 0.99;
const alpha = 1 - shiftConfidence;
/** Reports give times to the microsecond. */
const leastMs = 0.001;

/**
 * Ratio of the times after to those before: the median over all pairs of runs (Hodges–Lehmann, on logarithms), with
 * the interval that the exact rank test gives.
 */
export function timeRatio(before: readonly number[], after: readonly number[]): Shift {
  const ratios = after
    .flatMap((late) => before.map((early) => Math.log(Math.max(late, leastMs) / Math.max(early, leastMs))))
    .toSorted((a, b) => a - b);
  const runs = before.length + after.length;
  const left = tailQuantile(rankTable(runs), before.length, runs, alpha / 2);
  const bound = (index: number) => Math.exp(ratios[index] ?? 0);
  return {
    value: Math.exp(quantile(ratios, 0.5)),
    lower: left < 0 ? null : bound(left),
    upper: left < 0 ? null : bound(ratios.length - 1 - left),
  };
}

/** Slow calls of one run, and the calls judged. */
export interface SlowCount {
  readonly slow: number;
  readonly calls: number;
}

/**
 * Difference of the shares under the limit, after less before, of all calls together. Runs are the clusters: the
 * interval rests on how the share differs from run to run, and on no less than what so many calls must vary by.
 */
export function shareDifference(before: readonly SlowCount[], after: readonly SlowCount[]): Shift {
  const [early, late] = [pooled(before), pooled(after)];
  const value = early.slow - late.slow;
  const variance = early.variance + late.variance;
  if (before.length < 2 || after.length < 2) return { value, lower: null, upper: null };
  const degrees =
    variance ** 2 / (early.variance ** 2 / (before.length - 1) + late.variance ** 2 / (after.length - 1));
  const margin = variance === 0 ? 0 : studentT(alpha, degrees) * Math.sqrt(variance);
  return { value, lower: Math.max(-1, value - margin), upper: Math.min(1, value + margin) };
}

function pooled(runs: readonly SlowCount[]): { readonly slow: number; readonly variance: number } {
  const calls = runs.reduce((sum, run) => sum + run.calls, 0);
  const slow = runs.reduce((sum, run) => sum + run.slow, 0) / calls;
  const squares = runs.reduce((sum, run) => sum + (run.slow - slow * run.calls) ** 2, 0);
  const betweenRuns = (squares / calls ** 2) * (runs.length / Math.max(1, runs.length - 1));
  return { slow, variance: Math.max(betweenRuns, (slow * (1 - slow)) / calls) };
}

export function pooledShare(runs: readonly SlowCount[]): number {
  return 1 - pooled(runs).slow;
}
