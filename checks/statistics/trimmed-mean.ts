import { studentT } from './distributions.ts';

/** Left out on either side: what disturbs a machine makes few values, and wild ones. */
const trimmedShare = 0.2;

export interface MeanInterval {
  readonly mean: number;
  readonly halfWidth: number;
}

/**
 * Mean of the middle values with its t interval (Tukey and McLaughlin: the deviation is that of the winsorized values).
 * `alpha` is the chance on either side that the true mean lies beyond. Needs two values at least.
 */
export function trimmedMean(values: readonly number[], alpha: number): MeanInterval {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = Math.floor(sorted.length * trimmedShare);
  const kept = sorted.slice(cut, sorted.length - cut);
  const [lowest = 0, highest = 0] = [kept[0], kept.at(-1)];
  const winsorized = sorted.map((value) => Math.min(highest, Math.max(lowest, value)));
  const centre = meanOf(winsorized);
  const squares = winsorized.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const error = Math.sqrt(squares / (kept.length * (kept.length - 1)));
  return { mean: meanOf(kept), halfWidth: studentT(2 * alpha, kept.length - 1) * error };
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
