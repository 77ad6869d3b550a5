import type { LoadsMade } from '../../dist/facts-types.ts';
import type { Contract } from '../../schemas/contract.ts';
import { endpointNames } from '../../schemas/endpoints.ts';

/** What must be under 20 ms: a percentile of the calls, or every call. */
export type Percentile = number | 'every';

/** Where the limit holds: for the caller, or at the service. null: not declared. A pass must then hold for the caller, and a fail at the service. */
export type LimitAt = 'client' | 'service' | null;

export interface LatencyExpectation {
  readonly percentile: Percentile;
  readonly limitAt: LimitAt;
  /** A pass requires that stalls of this length would have been noticed. */
  readonly maxStallMs: number;
  readonly loads: LoadsMade;
}

const defaultPercentile = 99;

export function percentileName(percentile: Percentile): string {
  if (percentile === 'every') return 'every request';
  return percentile === 50 ? 'median' : `p${percentile}`;
}

/** Share of the calls that may be slow: 0.01 for p99. */
export function allowedShare(percentile: Percentile): number {
  return percentile === 'every' ? 0 : Math.round((100 - percentile) * 1e9) / 1e11;
}

/** Chance that an endpoint at its limit passes. Not divided among endpoints, because all must pass. */
export const passAlpha = 0.005;
/** The part of each chance of error that the first load uses if more can follow. The others share the rest. */
const firstShare = 0.5;

/** How far off an estimate from few calls may be. */
const roughly = 1.5;

/** How much of a load a run makes that goes on to its last load, relative to the loads made: each is as long as all before it. */
export function timesGrown({ most, made }: LoadsMade): number {
  return 2 ** (most - made);
}

/** Whether the remaining loads may decide where all of the load would have to be this many times longer. */
export function mayBeDecided(loads: LoadsMade, longerTimes: number): boolean {
  return loads.made < loads.most && longerTimes <= roughly * timesGrown(loads);
}

function shareOfLoad({ most, made }: LoadsMade): number {
  if (most === 1) return 1;
  return made === 1 ? firstShare : (1 - firstShare) / (most - 1);
}

/** The part of `passAlpha` for judging this load. */
export function passAlphaAt(loads: LoadsMade): number {
  return passAlpha * shareOfLoad(loads);
}

/** Two-sided: the upper bound of a pass and its mirror image. */
export const intervalConfidence = 1 - 2 * passAlpha;
/** Chance that a run fails although every endpoint keeps the limit, divided equally among the endpoints. */
const runFailAlpha = 0.01;
/**
 * The guard bands tried for a fail are the smallest that the control's error exceeded in no more than these shares of its calls. The
 * fourth is for a few large errors among many small ones.
 */
export const triedExceedances = [0.5, 0.1, 0.01, 0.0025, 0];

/**
 * Chance of a wrong fail for one bound. Calls and control errors get half each, or a third each together with the network's time,
 * for which `networkLevels` bounds are tried.
 */
export function failAlpha({ loads }: LatencyExpectation, networkLevels = 1): number {
  const levels = triedExceedances.length;
  const bounds = networkLevels === 1 ? 2 * levels : 3 * levels * networkLevels;
  return (runFailAlpha * shareOfLoad(loads)) / (endpointNames.length * bounds);
}

export function decidingPercentile({ latency }: Contract): Percentile {
  return latency?.percentile ?? defaultPercentile;
}

const documentLimitMs = 20;

export function limitMsOf({ latency }: Contract): number {
  return latency?.limitMs ?? documentLimitMs;
}

export function limitAtOf({ latency }: Contract): LimitAt {
  return latency?.at ?? null;
}
