import type { LatencyExpectation } from './reading.ts';

/** Chance that an endpoint at its limit passes. All endpoints must pass, so it needs no division. */
export const passAlpha = 0.005;
/** The pass side's one-sided bound and its mirror image. */
export const intervalConfidence = 1 - 2 * passAlpha;
/** Chance that a run fails although every endpoint keeps the limit. */
const runFailAlpha = 0.01;
/** Guard bands tried on the fail side. */
const guardLevels = 4;

/** Chance of a wrong fail left to one bound: half go to the calls, half to the control's errors. */
export function failAlpha({ judgedEndpoints, looks }: LatencyExpectation): number {
  return runFailAlpha / (Math.max(1, judgedEndpoints) * Math.max(1, looks) * 2 * guardLevels);
}
