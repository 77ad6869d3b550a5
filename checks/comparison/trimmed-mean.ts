import { studentT } from '../statistics/distributions.ts';
import { meanOf, sumOf } from '../statistics/samples.ts';

/** Share of the values dropped on each side, because disturbances produce a few extreme values. */
const trimmedShare = 0.2;

/**
 * Mean of the middle values with its t interval (Tukey and McLaughlin, with the deviation of the winsorized values). `alpha` is
 * the chance on each side that the true mean lies beyond. Needs at least two values.
 */
export function trimmedMean(values: readonly number[], alpha: number) {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = Math.floor(sorted.length * trimmedShare);
  const kept = sorted.slice(cut, sorted.length - cut);
  const [lowest = 0, highest = 0] = [kept[0], kept.at(-1)];
  const winsorized = sorted.map((value) => Math.min(highest, Math.max(lowest, value)));
  const centre = meanOf(winsorized);
  const squares = sumOf(winsorized, (value) => (value - centre) ** 2);
  const error = Math.sqrt(squares / (kept.length * (kept.length - 1)));
  return { mean: meanOf(kept), halfWidth: studentT(2 * alpha, kept.length - 1) * error };
}
