import { closesConnections, virtualUsers } from '../../schemas/load-plan.ts';
import { lowerBound, upperBound } from '../statistics/distributions.ts';
import { allowedShare, type LatencyExpectation, passAlphaAt } from './expectation.ts';
import type { LatencyMeasurement } from './measurement.ts';

/** Significance level at which fresh and lasting connections count as different. */
const differenceAlpha = 0.1;

/**
 * Calls that each had a connection of their own, and all others, which share a few lasting connections; null: slowness does not
 * depend on the connection. Behind a load balancer one backend of many may be slow, and the few lasting connections may all miss
 * it. Each fresh connection is an independent draw, so fresh calls alone must be fast enough, unless lasting connections have as
 * many slow calls: then connections do not matter. `effect`: the number of slow calls that count as one. `longerTimes`: how many
 * times as many fresh calls would be enough if no more of them were slow.
 */
export function slowByConnection(
  { valid, freshCalls, slowByUser }: LatencyMeasurement,
  { percentile, loads }: LatencyExpectation,
  effect: number,
) {
  const slowOf = (closes: boolean) =>
    slowByUser.reduce((sum, slow, user) => (closesConnections(user) === closes ? sum + slow : sum), 0);
  const fresh = { n: freshCalls, slow: slowOf(true) };
  const lasting = { n: valid - freshCalls, slow: slowOf(false) };
  const [x, n] = [fresh.slow / effect, fresh.n / effect];
  const [alpha, allowed] = [passAlphaAt(loads), allowedShare(percentile)];
  const areFast = upperBound(x, n, alpha) <= allowed;
  const isDifferent = lowerBound(x, n, differenceAlpha) > lasting.slow / Math.max(1, lasting.n);
  if (areFast || !isDifferent) return null;
  const needed = (upperBound(fresh.slow, fresh.n, alpha) * fresh.n) / allowed;
  const longerTimes = fresh.slow > allowed * fresh.n ? Number.POSITIVE_INFINITY : needed / fresh.n;
  return { fresh, lasting, longerTimes };
}

/** Virtual users whose connections last: each has at least one. */
export const lastingUsers = Array.from({ length: virtualUsers }, (_, user) => user).filter(
  (user) => !closesConnections(user),
).length;

/** The calls used at least this many connections. */
export function fewestConnections({ freshCalls }: LatencyMeasurement): number {
  return freshCalls + lastingUsers;
}
