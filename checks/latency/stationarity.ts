import { designEffect, type Slice, total } from '../statistics/design-effect.ts';

/** Beyond this many standard errors two parts of the window are not the same service. */
const farApart = 3.3;

/** True when the slow share of the first half and the second, or the first third and the last, are far apart. */
export function isDrifting(slices: readonly Slice[]): boolean {
  return [2, 3].some((parts) => {
    const length = Math.floor(slices.length / parts);
    return distance(slices.slice(0, length), slices.slice(slices.length - length)) > farApart;
  });
}

/** Standard errors between two shares; bursts within either part widen the error, a step between them does not. */
function distance(first: readonly Slice[], last: readonly Slice[]): number {
  const one = total(first);
  const other = total(last);
  if (one.n === 0 || other.n === 0) return 0;
  const share = (one.hits + other.hits) / (one.n + other.n);
  const independent = share * (1 - share) * (1 / one.n + 1 / other.n);
  if (!(independent > 0)) return 0;
  const bursts = Math.max(designEffect(first), designEffect(last));
  return Math.abs(one.hits / one.n - other.hits / other.n) / Math.sqrt(independent * bursts);
}
