import { closesConnections, virtualUsers } from '../../schemas/load-plan.ts';
import { lowerBound, upperBound } from '../statistics/distributions.ts';
import { allowedShare, type LatencyExpectation, passAlphaAt } from './expectation.ts';
import type { LatencyMeasurement } from './measurement.ts';

/** Calls on connections of their own, and all others, which share a few that last. */
export interface CallsByConnection {
  readonly fresh: { readonly n: number; readonly slow: number };
  readonly lasting: { readonly n: number; readonly slow: number };
}

export function callsByConnection({ valid, freshCalls, slowByUser }: LatencyMeasurement): CallsByConnection {
  const slowOf = (closes: boolean) =>
    slowByUser.reduce((sum, slow, user) => (closesConnections(user) === closes ? sum + slow : sum), 0);
  return {
    fresh: { n: freshCalls, slow: slowOf(true) },
    lasting: { n: valid - freshCalls, slow: slowOf(false) },
  };
}

/** So sure must a difference between fresh and lasting connections be, to be taken for one. */
const differenceAlpha = 0.1;

/**
 * Whether slow calls may come by connections: behind a balancer one backend of many may be slow, and the few connections that last
 * are lucky together. Each fresh connection is a draw of its own, so their slow calls alone must be few enough, unless they are as
 * many as on the others: then connections have nothing to do with it. `effect`: how many slow calls are worth one.
 */
export function comesByConnection(
  measurement: LatencyMeasurement,
  { percentile, loads }: Pick<LatencyExpectation, 'percentile' | 'loads'>,
  effect: number,
): boolean {
  const { fresh, lasting } = callsByConnection(measurement);
  if (fresh.slow === 0 || fresh.n === 0) return false;
  const [x, n] = [fresh.slow / effect, fresh.n / effect];
  if (upperBound(x, n, passAlphaAt(loads)) <= allowedShare(percentile)) return false;
  return lowerBound(x, n, differenceAlpha) > lasting.slow / Math.max(1, lasting.n);
}

/** Calls on connections of their own that would be enough, if no more of them were slow. */
export function freshCallsNeeded(
  measurement: LatencyMeasurement,
  { percentile, loads }: Pick<LatencyExpectation, 'percentile' | 'loads'>,
): number {
  const { n, slow } = callsByConnection(measurement).fresh;
  return (upperBound(slow, n, passAlphaAt(loads)) * n) / allowedShare(percentile);
}

/** Virtual users of a load whose connections last: each has one at least. */
export const lastingUsers = Array.from({ length: virtualUsers }, (_, user) => user).filter(
  (user) => !closesConnections(user),
).length;

/** At least so many connections carried the calls. */
export function fewestConnections({ freshCalls }: LatencyMeasurement): number {
  return freshCalls + lastingUsers;
}
