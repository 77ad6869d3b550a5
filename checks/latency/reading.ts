import type { Contract } from '../../schemas/contract.ts';
import { endpointNames } from '../../schemas/endpoints.ts';

/** What "under 20 ms" is said of: a percentile of the calls, or each of them. */
export type Reading = number | 'every';

/**
 * Where the limit holds: for the caller, or at the service. null: nobody says. A pass must then hold for the caller, and
 * a fail at the service.
 */
export type LimitAt = 'client' | 'service' | null;

/** How many times a load that goes on may be judged, and which time this is: each one is a chance to err. */
export interface Looks {
  readonly most: number;
  readonly made: number;
  /** Whole runs that may be made while they are inconclusive: each spends its part of the chance. Absent: one. */
  readonly tries?: number;
}

/** By what an endpoint is judged, and who chose it. */
export interface LatencyExpectation {
  readonly reading: Reading;
  readonly readingOrigin: 'declared' | 'harness default';
  readonly limitAt: LimitAt;
  /** A pass must have been able to see stalls of this length. */
  readonly maxStallMs: number;
  readonly looks: Looks;
  /** Times at which the run is looked at for a certain fail before its end. */
  readonly earlyLooks: number;
  /** One of these ended it. */
  readonly stoppedEarly: boolean;
  /** Slow calls above which k6's own threshold fails; absent where there is none. */
  readonly thresholdSlow?: number;
}

export const defaultReading = 99;
export const usualReadings: readonly Reading[] = [50, 90, 95, 99, 99.9, 'every'];

export function readingName(reading: Reading): string {
  if (reading === 'every') return 'every request';
  return reading === 50 ? 'median' : `p${reading}`;
}

/** Share of the calls that may be slow: p99 under the limit is 0.01. */
export function allowedShare(reading: Reading): number {
  return reading === 'every' ? 0 : Math.round((100 - reading) * 1e9) / 1e11;
}

/** Chance that an endpoint at its limit passes. All endpoints must pass, so it needs no division. */
export const passAlpha = 0.005;
/** Of either chance of an error, what the first look may use up where more can follow: these share the rest. */
const firstLookShare = 0.5;

function lookShare({ most, made, tries = 1 }: Looks): number {
  if (most === 1) return 1 / tries;
  return (made === 1 ? firstLookShare : (1 - firstLookShare) / (most - 1)) / tries;
}

/** The same chance, as far as this look may use it up. */
export function passAlphaAt(looks: Looks): number {
  return passAlpha * lookShare(looks);
}

/** The pass side's one-sided bound and its mirror image. */
export const intervalConfidence = 1 - 2 * passAlpha;
/** Chance that a run fails although every endpoint keeps the limit: they share it alike. */
const runFailAlpha = 0.01;
/** Of this chance, what all looks for an early stop may use up together. */
const earlyShare = 0.1;
/** Guard bands tried on the fail side. */
const guardLevels = 4;

/**
 * Chance of a wrong fail left to one bound: a half each for the calls and the control's errors, or a third each with the
 * network's time, of which `networkLevels` bounds are tried.
 */
export function failAlpha(
  { looks, earlyLooks, stoppedEarly }: LatencyExpectation,
  networkLevels = 1,
): number {
  const ofLook = lookShare(looks);
  const share = earlyLooks === 0 ? 1 : stoppedEarly ? earlyShare / earlyLooks : 1 - earlyShare;
  const bounds = networkLevels === 1 ? 2 * guardLevels : 3 * guardLevels * networkLevels;
  return (runFailAlpha * ofLook * share) / (endpointNames.length * bounds);
}

export function readingOf({ latency }: Contract): Reading {
  return latency?.percentile ?? defaultReading;
}

const documentLimitMs = 20;

export function limitMsOf({ latency }: Contract): number {
  return latency?.limitMs ?? documentLimitMs;
}

export function limitAtOf({ latency }: Contract): LimitAt {
  return latency?.at ?? null;
}
