import type { LatencyExpectation } from '../../checks/latency/expectation.ts';
import { measured, quiet } from '../../checks/latency/latency-fixture.ts';
import {
  type GeneratorFacts,
  type LatencyMeasurement,
  overGridMs,
} from '../../checks/latency/measurement.ts';
import { sumOf } from '../../checks/statistics/samples.ts';
import { closesConnections, virtualUsers } from '../../schemas/load-plan.ts';

export const limitMs = 20;
export const allowed = 0.01;

/** A profile's window for one endpoint. */
export interface Plan {
  readonly name: string;
  readonly durationMs: number;
  readonly calls: number;
  readonly maxStallMs: number;
}

export const plans = [
  { name: 'quick', durationMs: 13_000, calls: 1544, maxStallMs: 20 },
  { name: 'standard', durationMs: 64_000, calls: 6800, maxStallMs: 100 },
  { name: 'thorough', durationMs: 530_000, calls: 56_300, maxStallMs: 500 },
] as const satisfies readonly Plan[];

export function expectationOf(
  { maxStallMs }: Plan,
  loads: LatencyExpectation['loads'] = { most: 1, made: 1 },
): LatencyExpectation {
  return { percentile: 99, limitAt: null, loads, maxStallMs };
}

/** A generator without any fault, whose control was never misread by more than the finest step of the grid. */
export const faultless: GeneratorFacts = {
  ...quiet,
  control: {
    n: 4080,
    lost: 0,
    overError: overGridMs.map((overMs) => (overMs === 0 ? 4080 : 0)),
    serviceMedianMs: 20,
  },
};

export const users = Array.from({ length: virtualUsers }, (_, user) => user);

/** Every user makes as many calls. */
export function freshCallsOf(calls: number): number {
  return Math.round((calls * users.filter(closesConnections).length) / users.length);
}

/** Calls by the slice of the load in which they were made, and how many of them were slow. */
export interface Window {
  readonly slices: readonly { readonly n: number; readonly slow: number }[];
  /** Absent: those of every user are as many, as slow calls have nothing to do with connections. */
  readonly slowByUser?: readonly number[];
}

/** Slow calls take 60 ms, the others 2 ms. */
export function measurementOf({ durationMs }: Plan, { slices, slowByUser }: Window): LatencyMeasurement {
  const [calls, slow] = [sumOf(slices, ({ n }) => n), sumOf(slices, (slice) => slice.slow)];
  return {
    ...measured([]),
    durationMs,
    valid: calls,
    freshCalls: freshCallsOf(calls),
    slowByUser: slowByUser ?? users.map(() => slow / users.length),
    slow,
    overLimit: overGridMs.map((overMs) => (overMs <= 40 ? slow : 0)),
    slices: slices.map((slice) => ({
      ...slice,
      failed: 0,
      late: 0,
      repeated: 0,
      setUp: 0,
      isDisturbed: false,
    })),
  };
}
