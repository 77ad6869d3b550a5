import { sliceCount } from '../../schemas/load-plan.ts';
import { exponential, geometric, type Random } from '../random.ts';
import type { Plan } from './facts.ts';
import { calmErrorMs, type Readings } from './readings.ts';
import type { Service } from './service.ts';

/** How a generator misreads: always a little, and at times, for several calls on end, a lot. */
export interface Noise {
  readonly name: string;
  /** Share of the calls in a disturbed stretch, and the mean of what is added there, milliseconds. */
  readonly disturbed: number;
  readonly meanMs: number;
}

const meanDisturbedCalls = 20;
/** Of the calls, those to the control endpoint, and those that ask whether a token is wanted. */
const controlShare = 0.15;
const probeShare = 0.1;
/** Endpoints among which the rest is shared. */
const endpoints = 3;

/** Calls to the endpoint, to the control and to others share the generator and so its disturbed stretches. */
export function noisyRun(random: Random, plan: Plan, noise: Noise, service: Service): Readings {
  const slices = Array.from({ length: sliceCount }, (): number[] => []);
  const errorsMs: number[] = [];
  const due = plan.calls * 4;
  const endpointShare = (1 - probeShare - controlShare) / endpoints;
  for (const { at, isDisturbed } of stretches(random, due, noise)) {
    const kind = random();
    if (kind >= controlShare + endpointShare) continue;
    const addedMs = calmErrorMs(random) + (isDisturbed ? exponential(random, noise.meanMs) : 0);
    if (kind < controlShare) {
      errorsMs.push(addedMs);
      continue;
    }
    const trueMs = random() < service.slowShare ? service.slowMs : service.usualMs;
    slices[Math.floor((at * sliceCount) / due)]?.push(trueMs + addedMs);
  }
  return { slices, errorsMs };
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
