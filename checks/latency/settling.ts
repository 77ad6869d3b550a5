import { farApart, type Slice, standardErrorsApart } from '../statistics/design-effect.ts';
import { quantile } from '../statistics/quantile.ts';

/** Calls to one endpoint that came in one stretch of the warm-up. */
export interface WarmUpStretch {
  /** Of the calls that were answered with success. */
  readonly durationsMs: readonly number[];
  /** Calls made, answered or not. */
  readonly calls: number;
  readonly slow: number;
}

/** A stretch that got faster by more than this has not settled. */
const fasterShare = 0.1;
const fasterMs = 0.5;

/** True unless the service still grew faster between the two: one that grows slower is not waited for. */
export function hasSettled(before: WarmUpStretch, after: WarmUpStretch): boolean {
  if (before.calls === 0 || after.calls === 0) return true;
  const grewFaster = [0.5, 0.9].some((share) => {
    const [earlier, later] = [quantile(before.durationsMs, share), quantile(after.durationsMs, share)];
    return earlier - later > Math.max(fasterMs, fasterShare * earlier);
  });
  return !grewFaster && standardErrorsApart(slowOf(before), slowOf(after)) <= farApart;
}

function slowOf({ calls, slow }: WarmUpStretch): Slice {
  return { n: calls, hits: slow };
}
