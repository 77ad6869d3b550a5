import { farApart, quantile, type Slice, standardErrorsApart } from '../statistics/samples.ts';

/** Calls to one endpoint in one stretch of the warm-up, answered or not. */
export interface WarmUpStretch extends Slice {
  /** Durations of the calls that succeeded. */
  readonly durationsMs: readonly number[];
}

/** A service that got faster by more than both of these has not settled. */
const fasterShare = 0.1;
const fasterMs = 0.5;

/** Whether the service stopped getting faster between two stretches. Getting slower does not count. */
export function hasSettled(before: WarmUpStretch, after: WarmUpStretch): boolean {
  if (before.n === 0 || after.n === 0) return true;
  const grewFaster = [0.5, 0.9].some((share) => {
    const [earlier, later] = [quantile(before.durationsMs, share), quantile(after.durationsMs, share)];
    return earlier - later > Math.max(fasterMs, fasterShare * earlier);
  });
  return !grewFaster && standardErrorsApart(before, after) <= farApart;
}
