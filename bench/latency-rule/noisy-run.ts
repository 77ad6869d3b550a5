import type { GeneratorFacts } from '../../checks/latency/measurement.ts';
import { type LatencyMeasurement, overGridMs } from '../../checks/latency/measurement.ts';
import { exponential, geometric, type Random } from '../random.ts';
import { limitMs, measurementOf, type Plan } from './facts.ts';

/** How a generator misreads: always a little, and at times, for several calls on end, a lot. */
export interface Noise {
  readonly name: string;
  /** Share of the calls in a disturbed stretch, and the mean of what is added there, milliseconds. */
  readonly disturbed: number;
  readonly meanMs: number;
}

/** Most calls take `usualMs`; a share of them takes `slowMs`. */
export interface Service {
  readonly name: string;
  readonly usualMs: number;
  readonly slowMs: number;
  readonly slowShare: number;
}

const meanDisturbedCalls = 20;
const calmMs = 0.08;
/** k6 reads this much more as duration than as waiting. */
const receivingMs = 0.1;
/** Of the calls, those to the control endpoint, and those that ask whether a token is wanted. */
const controlShare = 0.15;
const probeShare = 0.1;
/** Endpoints among which the rest is shared. */
const endpoints = 3;

/** Calls to the endpoint, to the control and to others share the generator and so its disturbed stretches. */
export function simulateRun(random: Random, plan: Plan, noise: Noise, service: Service) {
  const slices = Array.from({ length: 60 }, () => ({ n: 0, slow: 0 }));
  const over = overGridMs.map(() => 0);
  const errors: number[] = [];
  const due = plan.calls * 4;
  const endpointShare = (1 - probeShare - controlShare) / endpoints;
  for (const { at, isDisturbed } of stretches(random, due, noise)) {
    const kind = random();
    if (kind >= controlShare + endpointShare) continue;
    const addedMs = exponential(random, calmMs) + (isDisturbed ? exponential(random, noise.meanMs) : 0);
    if (kind < controlShare) errors.push(addedMs + receivingMs);
    if (kind < controlShare) continue;
    const slice = slices[Math.floor((at * 60) / due)];
    const trueMs = random() < service.slowShare ? service.slowMs : service.usualMs;
    if (slice === undefined) continue;
    slice.n += 1;
    if (trueMs + addedMs + receivingMs >= limitMs) slice.slow += 1;
    if (trueMs + addedMs < limitMs) continue;
    const beyond = overGridMs.findLastIndex((step) => trueMs + addedMs >= limitMs + step);
    if (beyond >= 0) over[beyond] = (over[beyond] ?? 0) + 1;
  }
  return { measurement: measured(plan, slices, over), control: controlOf(errors) };
}

function* stretches(random: Random, calls: number, { disturbed }: Noise) {
  const meanCalm = (meanDisturbedCalls * (1 - disturbed)) / disturbed;
  let isDisturbed = random() < disturbed;
  let left = geometric(random, isDisturbed ? meanDisturbedCalls : meanCalm);
  for (let at = 0; at < calls; at += 1) {
    if (left === 0) {
      isDisturbed = !isDisturbed;
      left = geometric(random, isDisturbed ? meanDisturbedCalls : meanCalm);
    }
    left -= 1;
    yield { at, isDisturbed };
  }
}

function measured(
  plan: Plan,
  slices: readonly { readonly n: number; readonly slow: number }[],
  over: readonly number[],
): LatencyMeasurement {
  const calls = sum(slices.map(({ n }) => n));
  const slow = sum(slices.map((slice) => slice.slow));
  const overLimit = overGridMs.map((_, index) => sum(over.slice(index)));
  return { ...measurementOf(plan, { calls, slow, slices, squares: 0 }), overLimit };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export function controlOf(errors: readonly number[]): NonNullable<GeneratorFacts['control']> {
  const sorted = Float64Array.from(errors).sort();
  const at = (share: number) => sorted[Math.ceil(share * (sorted.length - 1))] ?? 0;
  return {
    n: errors.length,
    lost: 0,
    errorMs: { q95: at(0.95), q99: at(0.99) },
    overError: overGridMs.map((overMs) => sorted.length - firstAtLeast(sorted, overMs)),
    serviceMedianMs: limitMs,
  };
}

function firstAtLeast(sorted: Float64Array, bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) >= bound) high = middle;
    else low = middle + 1;
  }
  return low;
}
