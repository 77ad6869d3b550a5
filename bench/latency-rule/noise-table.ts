import type { ControlMeasurement } from '../../checks/latency/generator-facts.ts';
import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { type LatencyMeasurement, overGridMs } from '../../checks/latency/measurement.ts';
import { expectationOf, faultless, limitMs, measurementOf, type Plan, plans } from './facts.ts';
import { exponential, geometric, type Random, seededRandom } from './random.ts';

/** How a generator misreads: always a little, and at times, for several calls on end, a lot. */
interface Noise {
  readonly name: string;
  /** Share of the calls in a disturbed stretch, and the mean of what is added there, milliseconds. */
  readonly disturbed: number;
  readonly meanMs: number;
}

/** Most calls take `usualMs`; a share of them takes `slowMs`. */
interface Service {
  readonly name: string;
  readonly usualMs: number;
  readonly slowMs: number;
  readonly slowShare: number;
}

export interface NoiseCell {
  readonly noise: Noise;
  readonly service: Service;
  readonly keepsLimit: boolean;
  readonly runs: number;
  readonly pass: number;
  readonly fail: number;
}

const noises: readonly Noise[] = [
  { name: 'quiet', disturbed: 0.005, meanMs: 1 },
  { name: 'disturbed', disturbed: 0.04, meanMs: 3 },
  { name: 'overloaded', disturbed: 0.12, meanMs: 6 },
];
const services: readonly Service[] = [
  { name: '15 ms', usualMs: 15, slowMs: 15, slowShare: 0 },
  { name: '19 ms', usualMs: 19, slowMs: 19, slowShare: 0 },
  { name: '19.8 ms', usualMs: 19.8, slowMs: 19.8, slowShare: 0 },
  { name: '20.5 ms', usualMs: 20.5, slowMs: 20.5, slowShare: 0 },
  { name: '25 ms', usualMs: 25, slowMs: 25, slowShare: 0 },
  { name: '19 ms, 0.9 % at 25 ms', usualMs: 19, slowMs: 25, slowShare: 0.009 },
  { name: '2 ms, 0.5 % at 25 ms', usualMs: 2, slowMs: 25, slowShare: 0.005 },
  { name: '2 ms, 2 % at 25 ms', usualMs: 2, slowMs: 25, slowShare: 0.02 },
  { name: '2 ms, 5 % at 25 ms', usualMs: 2, slowMs: 25, slowShare: 0.05 },
];
const meanDisturbedCalls = 20;
const calmMs = 0.08;
/** k6 reads this much more as duration than as waiting. */
const receivingMs = 0.1;
const allowed = 0.01;

export function noiseCells(runs: number): NoiseCell[] {
  const plan = plans[1] ?? plans[0];
  if (plan === undefined) return [];
  return noises.flatMap((noise, first) =>
    services.map((service, second) =>
      simulateCell(plan, noise, service, runs, 90_000 + first * 100 + second),
    ),
  );
}

function simulateCell(plan: Plan, noise: Noise, service: Service, runs: number, seed: number): NoiseCell {
  const random = seededRandom(seed);
  const keepsLimit = service.usualMs < limitMs && (service.slowMs < limitMs || service.slowShare <= allowed);
  let pass = 0;
  let fail = 0;
  for (let run = 0; run < runs; run += 1) {
    const { measurement, control } = simulateRun(random, plan, noise, service);
    const { verdict } = judgeLatency(measurement, { ...faultless, control }, expectationOf(plan));
    if (verdict === 'pass') pass += 1;
    if (verdict === 'fail') fail += 1;
  }
  return { noise, service, keepsLimit, runs, pass, fail };
}

/** Calls to the endpoint, to the control and to others share the generator and so its disturbed stretches. */
function simulateRun(random: Random, plan: Plan, noise: Noise, service: Service) {
  const slices = Array.from({ length: 60 }, () => ({ n: 0, slow: 0 }));
  const over = overGridMs.map(() => 0);
  const errors: number[] = [];
  const due = plan.calls * 4;
  for (const { at, isDisturbed } of stretches(random, due, noise)) {
    const kind = random();
    if (kind >= 0.4) continue;
    const addedMs = exponential(random, calmMs) + (isDisturbed ? exponential(random, noise.meanMs) : 0);
    if (kind < 0.15) errors.push(addedMs + receivingMs);
    if (kind < 0.15) continue;
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
  const overWaiting = overGridMs.map((overMs, index) => ({ overMs, count: sum(over.slice(index)) }));
  return { ...measurementOf(plan, { calls, slow, slices, squares: 0 }), overWaiting };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function controlOf(errors: readonly number[]): ControlMeasurement {
  const sorted = Float64Array.from(errors).sort();
  const at = (share: number) => sorted[Math.ceil(share * (sorted.length - 1))] ?? 0;
  return {
    n: errors.length,
    lost: 0,
    errorMs: { q50: at(0.5), q90: at(0.9), q95: at(0.95), q99: at(0.99), max: at(1) },
    overError: overGridMs.map((overMs) => ({
      overMs,
      count: sorted.length - firstAtLeast(sorted, overMs),
    })),
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
