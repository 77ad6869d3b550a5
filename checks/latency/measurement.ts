import type { Condition } from '../../dist/report-types.ts';
import type { Endpoint } from '../../schemas/endpoints.ts';
import type { Machine } from '../../schemas/machine.ts';
import type { BoundedShare } from '../statistics/distributions.ts';

/**
 * Guard bands that are counted exactly, in milliseconds: fine steps for the load generator's error on a quiet
 * machine, coarse steps for a noisy machine and for the network's round trip.
 */
export const overGridMs: readonly number[] = [
  0, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 14, 17, 20, 25, 30, 35, 42, 50, 65, 80, 100,
  120, 200,
];

/** A call sent at least this long after it was due counts as late: the generator's own burst. */
export function lateFromMs(limitMs: number): number {
  return limitMs / 4;
}

/** How many readings were at least a bound plus overMs: one count for each step of `overGridMs`. */
export type CountsBeyond = readonly number[];

/** Readings beyond the bound by more than `ms`; 0 beyond the grid. */
export function countBeyond(counts: CountsBeyond, ms: number): number {
  return counts[overGridMs.findIndex((step) => step >= ms)] ?? 0;
}

/** What the measured window, without warm-up, showed of one endpoint. */
export interface LatencyMeasurement {
  readonly endpoint: Endpoint;
  /** A call is under the limit when its duration is strictly below it. */
  readonly limitMs: number;
  /**
   * Network time that every call certainly contained: calls are counted beyond the limit plus this. 0: none was taken
   * off.
   */
  readonly takenOffMs: number;
  /** The largest `takenOffMs` of the loads or generators that were added up; `takenOffMs` is the smallest. */
  readonly takenOffMostMs: number;
  /** Size of the largest answer. */
  readonly answerBytes: number;
  /** Length of the measured window. */
  readonly durationMs: number;
  /** Calls that the figure is about: answered with success, or failed. */
  readonly valid: number;
  /** Of these: answered, duration at or above the limit. */
  readonly slow: number;
  /** Of these: 5xx, timeout, reset, no connection. None is a success in time, so they count as slow for a pass. */
  readonly failed: number;
  /** Failed calls to which no whole answer came. For a fail the others count by their duration. */
  readonly unanswered: number;
  /** Failed calls that were answered at or above the limit. */
  readonly lateErrors: number;
  /** Failed calls that reached nobody (connection refused, unknown host, TLS refused). */
  readonly unreachable: number;
  /** This endpoint's share of the scheduled calls that were not sent. They count as slow. */
  readonly dropped: number;
  /** Of these: this machine had no socket for them, or could not resolve the name. */
  readonly unsent: number;
  /** Valid calls that the generator sent late by `lateFromMs` or more; it sends such calls in bursts. */
  readonly late: number;
  /** Calls that had to reconnect because the service closed the connection of its own accord. */
  readonly reopened: number;
  /** Calls that were turned away, redirected or refused: not latency samples. */
  readonly lost: number;
  /** Of these: the service asked to try later. */
  readonly turnedAway: number;
  /** Calls answered, with success or an error, after at least limit + overMs, for every step of `overGridMs`. */
  readonly overLimit: CountsBeyond;
  /** The window in 60 equal parts, in order, without dropped calls. */
  readonly slices: readonly LatencySlice[];
  /** Valid calls that each opened a connection and asked the service to close it: those of some virtual users. */
  readonly freshCalls: number;
  /** Calls of each virtual user whose answer took too long; all 0 where it was not counted. */
  readonly slowByUser: readonly number[];
  /** Durations of answered calls, by rising percentile; where not known exactly, rounded up. */
  readonly percentiles: readonly { readonly percentile: number; readonly ms: number }[];
  /** The endpoint may be called only a few times, because each call has an effect. */
  readonly sampleLimited: boolean;
}

/**
 * Counted as in the whole window: `n` valid calls, of which `slow` were slow and `failed` failed. Of the calls under
 * the limit, `late` were sent late by the limit or more, `repeated` took the limit or more besides what k6 timed, and `setUp`
 * reached the limit with their connection time.
 */
export interface LatencySlice {
  readonly n: number;
  readonly slow: number;
  readonly failed: number;
  readonly late: number;
  readonly repeated: number;
  readonly setUp: number;
  /** So many calls were sent late that the calls due after them may have queued behind them. */
  readonly isDisturbed: boolean;
}

/** What the time that was left out, because other programs disturbed it, says against a pass. */
export interface LeftOut {
  readonly seconds: number;
  readonly ofSeconds: number;
  /**
   * The share of all calls, the ones left out included, that were slow for another reason than noise: as seen, and at most. null: not
   * asked, because all of the load counts for a pass.
   */
  readonly possibleShare: BoundedShare | null;
  /**
   * What is said of the whole load: the readings under which it passes as well, and the conditions that keep it from its own pass. null:
   * not asked. It is where the service shares the machine, because its own work looks like that of other programs.
   */
  readonly asWhole: { readonly passing: readonly string[]; readonly conditions: readonly Condition[] } | null;
}

/** What is known of the load generator's machine in the measured window. null: unknown, which never counts as good. */
export interface GeneratorFacts {
  /** Started with a companion, which should measure the machine and the generator's error. */
  readonly hasCompanion: boolean;
  /** Scheduled requests per second, all endpoints and the control together. */
  readonly offeredRate: number;
  readonly achievedRate: number;
  /** Time from when a call was due until it was sent. */
  readonly latenessP95Ms: number | null;
  readonly latenessP99Ms: number | null;
  /** Time to send a small request: it grows when the generator is short of processor time. */
  readonly sendingP99Ms: number | null;
  readonly control: ControlMeasurement | null;
  /** Whether the service had stopped getting faster when the load began. */
  readonly settled: boolean | null;
  readonly machine: Machine;
  /** The service runs on the load generator's machine. */
  readonly isOnThisMachine: boolean;
  /** Calls with a timing below zero, or longer than their iteration. */
  readonly negativeTimings: number;
  /** A proxy is on the way, beyond which nothing is timed. */
  readonly isProxied: boolean;
  readonly roundTrip: RoundTrip | null;
  /** TCP handshakes in the measured window, of calls or of the companion's own connections, by rising time. */
  readonly handshakes: readonly HandshakeCount[];
}

/** The longest service time of the control endpoint on a quiet machine. */
const controlServiceMs = 20.2;

/**
 * The measured duration less the true service time, which the control endpoint reports. Where the service shares the
 * machine, the control endpoint's wait for a processor counts as error: the service may have waited as well.
 */
export function controlErrorMs(durationMs: number, trueMs: number, isOnThisMachine: boolean): number {
  return durationMs - (isOnThisMachine ? Math.min(trueMs, controlServiceMs) : trueMs);
}

/** Errors as `controlErrorMs` defines them. */
export interface ControlMeasurement {
  /** Control calls with a known error. */
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
  /** Control calls with an error of at least overMs, for every step of `overGridMs`; lost calls count at every step. */
  readonly overError: CountsBeyond;
  /** Median of the true service times reported. */
  readonly serviceMedianMs: number | null;
}

/** TCP handshakes of fresh connections, before the load; 0 within this machine where none was timed. */
export interface RoundTrip {
  readonly floorMs: number;
  readonly p95Ms: number;
}

/** TCP handshakes that took at most `upToMs` and more than the entry before; null: no upper end. */
export interface HandshakeCount {
  readonly upToMs: number | null;
  readonly count: number;
}
