import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { expectationOf, faultless, limitMs, type Plan, plans } from './facts.ts';
import { type Noise, type Service, simulateRun } from './noisy-run.ts';
import { seededRandom } from './random.ts';

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
