import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { expectationOf, faultless, type Plan, plans } from './facts.ts';
import { type Noise, type Service, simulateRun } from './noisy-run.ts';
import { seededRandom } from './random.ts';

/** What is decided when so much of the rate goes to the control endpoint. */
export interface ControlCell {
  readonly controlShare: number;
  readonly noise: Noise;
  /** Of the runs, by service: those that were decided rightly. */
  readonly decided: readonly { readonly service: Service; readonly share: number }[];
}

const shares = [0.025, 0.05, 0.1, 0.15, 0.25, 0.4];
const noises: readonly Noise[] = [
  { name: 'quiet', disturbed: 0.005, meanMs: 1 },
  { name: 'disturbed', disturbed: 0.04, meanMs: 3 },
];
const services: readonly (Service & { readonly verdict: 'pass' | 'fail' })[] = [
  { name: '0.5 % at 25 ms', usualMs: 2, slowMs: 25, slowShare: 0.005, verdict: 'pass' },
  { name: '2 % at 25 ms', usualMs: 2, slowMs: 25, slowShare: 0.02, verdict: 'fail' },
  { name: '3 % at 25 ms', usualMs: 2, slowMs: 25, slowShare: 0.03, verdict: 'fail' },
  { name: '5 % at 25 ms', usualMs: 2, slowMs: 25, slowShare: 0.05, verdict: 'fail' },
  { name: '20.5 ms', usualMs: 20.5, slowMs: 20.5, slowShare: 0, verdict: 'fail' },
];

export function controlCells(runs: number): ControlCell[] {
  const plan = plans[1] ?? plans[0];
  if (plan === undefined) return [];
  return noises.flatMap((noise, first) =>
    shares.map((controlShare, second) => ({
      controlShare,
      noise,
      decided: services.map((service, third) => ({
        service,
        share: decidedShare(plan, noise, service, controlShare, runs, first * 100 + second * 10 + third),
      })),
    })),
  );
}

function decidedShare(
  plan: Plan,
  noise: Noise,
  service: (typeof services)[number],
  controlShare: number,
  runs: number,
  seed: number,
): number {
  const random = seededRandom(120_000 + seed);
  let right = 0;
  for (let run = 0; run < runs; run += 1) {
    const { measurement, control } = simulateRun(random, plan, noise, service, controlShare);
    const { verdict } = judgeLatency(measurement, { ...faultless, control }, expectationOf(plan));
    if (verdict === service.verdict) right += 1;
  }
  return right / runs;
}
