import { lowerBound } from '../statistics/clopper-pearson.ts';
import { allowedShare, failAlpha, type LatencyExpectation } from './reading.ts';
import { fewestEffective } from './refutation.ts';

/** A call that took the limit and this much more is slow, whatever a generator fit to judge adds; the network's part comes on top. */
export const farOverMs = 5;
/** The share of calls that such a generator may misread by as much. */
const misreadShare = 0.01;
/** k6 looks at its thresholds this often. */
const lookEveryMs = 2000;
const earliestMs = 10_000;

export function earlyLooks(measureMs: number): number {
  return Math.ceil(measureMs / lookEveryMs);
}

/**
 * Calls of one endpoint, failed or far over the limit, with which a run is certain to fail: even if no further call
 * were slow, and however these were clustered. null where there is no such number, or not before the end.
 */
export function certainFailCount(
  plannedCalls: number,
  measureMs: number,
  expectation: LatencyExpectation,
): number | null {
  const { reading } = expectation;
  if (typeof reading !== 'number' || measureMs <= earliestMs) return null;
  const alpha = failAlpha({ ...expectation, stoppedEarly: true });
  const needed = allowedShare(reading) + misreadShare;
  const effective = Math.min(plannedCalls, fewestEffective);
  const isCertain = (share: number) => lowerBound(share * effective, effective, alpha) > needed;
  const share = percents.find((percent) => isCertain(percent / 100));
  if (share === undefined) return null;
  return Math.ceil(plannedCalls * Math.max(share / 100, earliestMs / measureMs));
}

const percents = /* @__PURE__ */ Array.from({ length: 90 }, (_, index) => index + 1);
