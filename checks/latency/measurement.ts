import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Machine } from '../../schemas/machine.ts';

/**
 * Guard bands that are counted exactly, milliseconds: the fine ones for what the load generator adds on a quiet
 * machine, the coarse ones for a noisy machine and for the network's round trip.
 */
export const overGridMs: readonly number[] = [
  0, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 14, 17, 20, 25, 30, 35, 42, 50, 65, 80, 100,
  120, 200,
];

/** A call made this long after it was due was made late: a burst of the generator's own. */
export function lateFromMs(limitMs: number): number {
  return limitMs / 4;
}

/** Of what was read, as many as reached a bound and a step of `overGridMs`: one count for each step. */
export type CountsBeyond = readonly number[];

/** Those beyond the bound and `ms`; 0 beyond the grid. */
export function countBeyond(counts: CountsBeyond, ms: number): number {
  return counts[overGridMs.findIndex((step) => step >= ms)] ?? 0;
}

/** What the measured window showed of one endpoint, warm-up left out. */
export interface LatencyMeasurement {
  readonly endpoint: Endpoint;
  /** A call is under the limit when its duration is strictly below it. */
  readonly limitMs: number;
  /** Network time that was certainly in each call: the counts are of calls beyond the limit and this. 0: none was taken off. */
  readonly takenOffMs: number;
  /** The same, where several loads or generators were added up: the most of one of them, `takenOffMs` being the least. */
  readonly takenOffMostMs: number;
  /** Of the largest answer. */
  readonly answerBytes: number;
  /** Calls with data so large that from afar its size decides; they are in no other count here. null: none apart. */
  readonly large: LargeCalls | null;
  /** Length of the measured window. */
  readonly durationMs: number;
  /** Calls made that belong to the figure: answered with success, or failed. */
  readonly valid: number;
  /** Of these: answered, duration at or above the limit. */
  readonly slow: number;
  /** Of these: 5xx, timeout, reset, no connection. Never answered in time, so they count as slow. */
  readonly failed: number;
  /** Of the failed: nobody was there (connection refused, unknown host, TLS refused). */
  readonly unreachable: number;
  /** Calls that were due and never made, as many as fall to this endpoint. They count as slow. */
  readonly dropped: number;
  /** Calls that were made after they were due. */
  readonly late: LateCalls;
  /** Calls that opened a connection because the service had closed the one before, and nobody had asked it to. */
  readonly reopened: number;
  /** Calls that were turned away, redirected or refused. They are no latency samples. */
  readonly lost: number;
  /** Of these: the service asked for patience. */
  readonly turnedAway: number;
  /** Answered calls with a duration of at least limit + overMs, for every step of `overGridMs`. */
  readonly overLimit: CountsBeyond;
  /** The window in 60 equal parts, in their order; dropped calls are in none. */
  readonly slices: readonly LatencySlice[];
  /** Of the durations of answered calls, by rising percentile; where they are not known exactly, none too low. */
  readonly percentiles: readonly { readonly percentile: number; readonly ms: number }[];
  /** The endpoint may be called only a few times, because each call has an effect. */
  readonly sampleLimited: boolean;
}

/**
 * Counted as in the whole window: `n` valid calls, of which `slow` answered late and `failed` did not answer. Of those
 * under the limit, `late` were made late by the limit or more, and `setUp` took it together with their connection.
 */
export interface LatencySlice {
  readonly n: number;
  readonly slow: number;
  readonly failed: number;
  readonly late: number;
  readonly setUp: number;
  /** So many calls were made late in it that those due after them may have queued behind. */
  readonly isDisturbed: boolean;
}

/** Answered calls with more data than one round trip carries, measured from afar. */
export interface LargeCalls {
  readonly n: number;
  /** Of these: beyond the limit and all the round trips that their size can need. */
  readonly slow: number;
  readonly medianMs: number | null;
  readonly p99Ms: number | null;
}

/** Calls that the generator made a quarter of the limit late, or later: it makes such calls together. */
export interface LateCalls {
  readonly n: number;
  /** Of these: failed. */
  readonly failed: number;
  /** Of these: answered with a duration of at least limit + overMs, for every step of `overGridMs`. */
  readonly overLimit: CountsBeyond;
}

/** What is known of the machine that asked, in the measured window. null: not known, which is never taken for good. */
export interface GeneratorFacts {
  /** Started with a companion, which is to measure the machine and the error of the generator. */
  readonly hasCompanion: boolean;
  /** Requests per second that were due, all endpoints and the control together. */
  readonly offeredRate: number;
  readonly achievedRate: number;
  /** From the time a call was due to the time it was made. */
  readonly latenessP95Ms: number | null;
  readonly latenessP99Ms: number | null;
  /** Time to hand over a small request: it grows when the generator is short of processor time. */
  readonly sendingP99Ms: number | null;
  readonly control: ControlMeasurement | null;
  /** The error on the control endpoint before the load, with nothing else under way. */
  readonly calibration: { readonly p95Ms: number; readonly p99Ms: number } | null;
  /** Whether the service had stopped growing faster when the load began. */
  readonly settled: boolean | null;
  readonly machine: Machine;
  /** The service runs on the machine that asks. */
  readonly isOnThisMachine: boolean;
  /** Calls with a timing below zero, or longer than their iteration. */
  readonly negativeTimings: number;
  readonly roundTrip: RoundTrip | null;
  /** TCP handshakes of calls in the measured window, by rising time. */
  readonly handshakes: readonly HandshakeCount[];
}

/** On a quiet machine the control endpoint takes no longer. */
const controlServiceMs = 20.2;

/**
 * The control endpoint reports its true service time; the error is the duration read less that. Where the service is on
 * this machine too, what the control endpoint had to wait for a processor may have hit the service as well, and counts.
 */
export function controlErrorMs(durationMs: number, trueMs: number, isOnThisMachine: boolean): number {
  return durationMs - (isOnThisMachine ? Math.min(trueMs, controlServiceMs) : trueMs);
}

/** By `controlErrorMs`. */
export interface ControlMeasurement {
  /** Control calls with an error that could be worked out. */
  readonly n: number;
  /** Control calls without an answer or without a true time. */
  readonly lost: number;
  readonly errorMs: {
    readonly q50: number;
    readonly q90: number;
    readonly q95: number;
    readonly q99: number;
    readonly max: number;
  };
  /** Control calls with an error of at least overMs, for every step of `overGridMs`; lost ones count at each. */
  readonly overError: CountsBeyond;
  /** Median of the true service times reported. */
  readonly serviceMedianMs: number | null;
}

/** TCP handshakes of fresh connections, before the load. */
export interface RoundTrip {
  readonly floorMs: number;
  readonly p95Ms: number;
}

/** TCP handshakes that took at most `upToMs` and more than the one before; null: no upper end. */
export interface HandshakeCount {
  readonly upToMs: number | null;
  readonly count: number;
}
