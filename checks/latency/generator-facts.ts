import type { Machine } from '../../schemas/machine.ts';
import type { OverCount } from './measurement.ts';

/** What is known of the generator, in the measured window. null: not known, which is never taken for good. */
export interface GeneratorFacts {
  /** Started with a companion, which is to measure the machine and the error of the generator. */
  readonly hasCompanion: boolean;
  readonly model: 'open' | 'closed';
  /** Requests per second that were due, all endpoints and the control together. */
  readonly offeredRate: number;
  readonly achievedRate: number;
  /** Iterations that were due and never started. */
  readonly droppedTotal: number;
  readonly preAllocatedVus: number;
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
  /** Calls with a timing below zero, or longer than their iteration. */
  readonly negativeTimings: number;
  readonly roundTrip: RoundTrip | null;
}

/** The control endpoint reports its true service time; the error is the duration read less that. */
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
  readonly overError: readonly OverCount[];
  /** Median of the true service times reported. */
  readonly serviceMedianMs: number | null;
}

/** TCP handshakes of fresh connections, before the load. */
export interface RoundTrip {
  readonly floorMs: number;
  readonly p95Ms: number;
}
