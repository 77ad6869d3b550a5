import type { RoundTrip } from '../../dist/facts-types.ts';
import type { EndpointResult, LoadResult } from '../../dist/report-types.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Machine } from '../../schemas/machine.ts';
import type { Slice } from '../statistics/samples.ts';

/**
 * Guard bands that are counted exactly, in milliseconds: fine steps for the load generator's error on a quiet machine, coarse ones
 * for a noisy machine and the network's round trip.
 */
export const overGridMs: readonly number[] = [
  0, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 14, 17, 20, 25, 30, 35, 42, 50, 65, 80, 100,
  120, 200,
];

/** A call this far over the limit plus the network's part is slow, whatever a usable generator adds. */
export const farOverMs = 5;

/** A call sent at least this long after it was due counts as late and as part of the generator's own burst. */
export function lateFromMs(limitMs: number): number {
  return limitMs / 4;
}

/** Of counts for each step of `overGridMs`: how many exceed the bound by at least `ms`; 0 beyond the grid. */
export function countBeyond(counts: readonly number[], ms: number): number {
  return counts[overGridMs.findIndex((step) => step >= ms)] ?? 0;
}

/** Measurement of one endpoint in the measured window, without warm-up. */
export interface LatencyMeasurement extends Pick<EndpointResult, 'failed' | 'dropped' | 'lost'> {
  readonly endpoint: Endpoint;
  /** A call is under the limit if its duration is strictly below it. */
  readonly limitMs: number;
  /** Network time that every call certainly contained, added to the limit when calls are counted. 0: none. */
  readonly takenOffMs: number;
  /** The largest `takenOffMs` of the loads or generators that were combined; `takenOffMs` is the smallest. */
  readonly takenOffMostMs: number;
  /** Size of the largest answer. */
  readonly answerBytes: number;
  readonly durationMs: number;
  /** Calls that count for the figure: answered with success, or failed. */
  readonly valid: number;
  /** Valid calls answered with success at or above the limit. */
  readonly slow: number;
  /** Failed calls without a complete answer. For a fail, the others count by their duration. */
  readonly unanswered: number;
  /** Failed calls that were answered at or above the limit. */
  readonly lateErrors: number;
  /** Failed calls that never reached the service (connection refused, unknown host, TLS refused). */
  readonly unreachable: number;
  /** Dropped calls for which this machine had no socket, or could not resolve the name. */
  readonly unsent: number;
  /** Valid calls that the generator sent late by `lateFromMs` or more. It sends these in bursts. */
  readonly late: number;
  /** Late calls that failed, or took the limit or longer. All late ones if that is not known. */
  readonly lateSlow: number;
  /** Calls that reconnected because the service had closed their connection, without those that k6 silently repeated. */
  readonly reopened: number;
  /** Calls answered, successfully or not, after at least limit + overMs, for each step of `overGridMs`. */
  readonly overLimit: readonly number[];
  /** The window in 60 equal parts, in order, without dropped calls. */
  readonly slices: readonly LatencySlice[];
  /** Valid calls of those virtual users that open a connection for each call and ask the service to close it. */
  readonly freshCalls: number;
  /** Slow answers of each virtual user; all 0 if not counted. */
  readonly slowByUser: readonly number[];
  /** Durations of answered calls by ascending percentile, rounded up if not known exactly. */
  readonly percentiles: EndpointResult['percentiles'];
  /** The endpoint may be called only a few times, because each call has an effect. */
  readonly sampleLimited: boolean;
}

/**
 * Counts as in the whole window: `n` valid calls, of which `slow` were slow and `failed` failed. Among calls under the limit,
 * `late` were sent late by the limit or more, `repeated` took the limit or more beyond what k6 timed, and `setUp` reached the
 * limit including their connection time.
 */
export interface LatencySlice {
  readonly n: number;
  readonly slow: number;
  readonly failed: number;
  readonly late: number;
  readonly repeated: number;
  readonly setUp: number;
  /** So many calls were late that the calls after them may have queued. */
  readonly isDisturbed: boolean;
}

/**
 * Percentile of response times taken for a fast call while nothing disturbs the machine. Noise makes such a call slow only by
 * adding the rest of the limit. A service that itself becomes slower under disturbance is not noise.
 */
const usualPercentile = 25;

/** 0: not known. */
export function usualMs({ percentiles }: Pick<LatencyMeasurement, 'percentiles'>): number {
  return percentiles.findLast(({ percentile }) => percentile <= usualPercentile)?.ms ?? 0;
}

/** What is known of the load generator's machine in the measured window. null: unknown, which never counts as good. */
export interface GeneratorFacts extends Pick<LoadResult, 'offeredRate' | 'achievedRate'> {
  /** Whether a companion, which should measure the machine and the generator's error, was started. */
  readonly hasCompanion: boolean;
  /** Time from when a call was due until it was sent. */
  readonly latenessP99Ms: number | null;
  /** Calls of the control endpoint, with errors as `controlErrorMs` defines them. */
  readonly control: {
    /** Control calls with a known error. */
    readonly n: number;
    /** Control calls without an answer or without a true time. */
    readonly lost: number;
    /** Control calls with an error of at least overMs, for each step of `overGridMs`; lost calls count at every step. */
    readonly overError: readonly number[];
    /** Median of the reported true service times. */
    readonly serviceMedianMs: number | null;
  } | null;
  /** Whether the service had stopped getting faster when the load began. */
  readonly settled: boolean | null;
  readonly machine: Machine;
  readonly isOnThisMachine: boolean;
  /** Calls with a timing below zero, or longer than their iteration. */
  readonly negativeTimings: number;
  /** Requests go through a proxy, beyond which nothing is timed. */
  readonly isProxied: boolean;
  readonly roundTrip: RoundTrip | null;
  /** TCP handshakes in the measured window, by calls or by the companion's own connections, in ascending order of time. */
  readonly handshakes: Handshakes;
}

/** The longest service time of the control endpoint on a quiet machine. */
const controlServiceMs = 20.2;

/**
 * The measured duration less the true service time that the control endpoint reports. If the service shares the machine, the
 * control endpoint's wait for a processor counts as error too, because the service may have waited as well.
 */
export function controlErrorMs(durationMs: number, trueMs: number, isOnThisMachine: boolean): number {
  return durationMs - (isOnThisMachine ? Math.min(trueMs, controlServiceMs) : trueMs);
}

/** The control calls, and how many had an error of at least `neededMs`, which would make a call slow that is faster by as much. */
export function noiseIn({ control }: Pick<GeneratorFacts, 'control'>, neededMs: number): Slice {
  if (control === null) return { n: 0, hits: 0 };
  const hits = neededMs > 0 ? countBeyond(control.overError, neededMs) - control.lost : 0;
  return { n: control.n, hits: Math.max(0, hits) };
}

export type Handshakes = EndpointResult['histogram'];
