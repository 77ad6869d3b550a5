import type { LatencyExpectation } from './reading.ts';

/** Chance that an endpoint at its limit passes. All endpoints must pass, so it needs no division. */
export const passAlpha = 0.005;
/** The pass side's one-sided bound and its mirror image. */
export const intervalConfidence = 1 - 2 * passAlpha;
/** Chance that a run fails although every endpoint keeps the limit. */
const runFailAlpha = 0.01;
/** Of this chance, what all looks for an early stop may use up together. */
const earlyShare = 0.1;
/** Guard bands tried on the fail side. */
const guardLevels = 4;

/** Chance of a wrong fail left to one bound: half go to the calls, half to the control's errors. */
export function failAlpha({ judgedEndpoints, earlyLooks, stoppedEarly }: LatencyExpectation): number {
  const share = earlyLooks === 0 ? 1 : stoppedEarly ? earlyShare / earlyLooks : 1 - earlyShare;
  return (runFailAlpha * share) / (Math.max(1, judgedEndpoints) * 2 * guardLevels);
}
