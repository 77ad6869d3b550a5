import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { type LatencyMeasurement, overGridMs } from '../../checks/latency/measurement.ts';
import { resolveLoad } from '../../checks/resolve-load.ts';
import { mostInFlight, type ResolvedLoad, sliceCount } from '../../schemas/load-plan.ts';
import { profiles } from '../../schemas/profiles.ts';
import { exponential, type Random, seededRandom } from '../random.ts';
import { simulateWindow } from './bursts.ts';
import { type Cell, cellOf } from './cell.ts';
import {
  allowed,
  expectationOf,
  faultless,
  limitMs,
  measurementOf,
  type Plan,
  plans,
  users,
} from './facts.ts';
import { controlOf } from './noisy-run.ts';

const calmMs = 0.08;
const receivingMs = 0.1;
const controlPerCall = 0.6;
const burstMs = 60;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Nearly all calls are slow by the error of measurement alone, and a share of them in bursts that are slow indeed. */
function nearLimit(random: Random, plan: Plan, usualMs: number, share: number, meanBurst: number) {
  const over = overGridMs.map(() => 0);
  const isSlow = (waitingMs: number) => {
    const beyond = overGridMs.findLastIndex((step) => waitingMs >= limitMs + step);
    if (beyond >= 0) over[beyond] = (over[beyond] ?? 0) + 1;
    return waitingMs + receivingMs >= limitMs;
  };
  const slices = simulateWindow(random, plan.calls, share, meanBurst).slices.map(({ n, slow }) => {
    const inBursts = Array.from({ length: n }, (_, call) => (call < slow ? burstMs : usualMs));
    return { n, slow: inBursts.filter((ms) => isSlow(ms + exponential(random, calmMs))).length };
  });
  const slow = sum(slices.map((slice) => slice.slow));
  const errorsMs = Array.from({ length: Math.round(controlPerCall * plan.calls) }, () => {
    return exponential(random, calmMs) + receivingMs;
  });
  const measurement: LatencyMeasurement = {
    ...measurementOf(plan, { calls: plan.calls, slow, slices, squares: 0 }),
    overLimit: overGridMs.map((_, at) => sum(over.slice(at))),
  };
  return { measurement, control: controlOf(errorsMs) };
}

function nearLimitCell(name: string, plan: Plan, usualMs: number, meanBurst: number, seed: number): Cell {
  const random = seededRandom(seed);
  return cellOf(name, 1000, false, () => {
    const { measurement, control } = nearLimit(random, plan, usualMs, 0.99 * allowed, meanBurst);
    return judgeLatency(measurement, { ...faultless, control }, expectationOf(plan)).verdict;
  });
}

const endpointShare = 0.25;

/** Each virtual user has one connection that hangs now and then, as of HTTP/2: its calls wait until it goes on, up to the most in flight. */
function hanging(random: Random, plan: Plan, load: ResolvedLoad, share: number, meanMs: number) {
  const most = Math.ceil(mostInFlight(load, limitMs) / users.length);
  const stepMs = (users.length * 1000) / load.rate;
  const meanGapMs = (meanMs * (1 - share)) / share;
  const slices = Array.from({ length: sliceCount }, () => ({ n: 0, slow: 0 }));
  let dropped = 0;
  const slowByUser = users.map(() => {
    let [slow, inFlight] = [0, 0];
    let fromMs = random() < share ? 0 : exponential(random, meanGapMs);
    let toMs = fromMs + exponential(random, meanMs);
    for (let atMs = random() * stepMs; atMs < plan.durationMs; atMs += stepMs) {
      while (toMs <= atMs) {
        fromMs = toMs + exponential(random, meanGapMs);
        toMs = fromMs + exponential(random, meanMs);
        inFlight = 0;
      }
      const isOfEndpoint = random() < endpointShare;
      const isHeld = atMs >= fromMs;
      const isDropped = isHeld && inFlight >= most;
      if (isHeld && !isDropped) inFlight += 1;
      if (isDropped && isOfEndpoint) dropped += 1;
      const slice = slices[Math.floor((atMs * sliceCount) / plan.durationMs)];
      if (isDropped || !isOfEndpoint || slice === undefined) continue;
      slice.n += 1;
      if (!isHeld || toMs - atMs < limitMs) continue;
      slice.slow += 1;
      slow += 1;
    }
    return slow;
  });
  const calls = sum(slices.map(({ n }) => n));
  return {
    ...measurementOf(plan, { calls, slow: sum(slowByUser), slices, squares: 0, slowByUser }),
    dropped,
  };
}

function hangingCell(name: string, plan: Plan, meanMs: number, seed: number): Cell {
  const profile = profiles.find((one) => one.name === plan.name) ?? profiles[0];
  if (profile === undefined) throw new Error('no profile');
  const chosen = { profile, rate: null, durationMs: null, hasControl: true };
  const load = resolveLoad('steady', chosen, profile.conformance, { version: 1 });
  const random = seededRandom(seed);
  return cellOf(name, 2000, true, () => {
    const measurement = hanging(random, plan, load, 1.05 * allowed, meanMs);
    return judgeLatency(measurement, faultless, expectationOf(plan)).verdict;
  });
}

export const hiddenTasks = plans.slice(0, 2).flatMap((plan, first) => [
  ...[19.85, 19.95].flatMap((usualMs, second) =>
    [20, 50].map((meanBurst, third) => {
      const name = `at the limit, ${plan.name}, ${usualMs} ms, mean ${meanBurst}, 0.99 × 1 % slow`;
      const seed = 150_000 + first * 1000 + second * 100 + third;
      return { name, make: async () => nearLimitCell(name, plan, usualMs, meanBurst, seed) };
    }),
  ),
  ...[300, 1000, 2000].map((meanMs, second) => {
    const name = `hanging, ${plan.name}, mean ${meanMs / 1000} s, 1.05 × 1 % slow`;
    const seed = 160_000 + first * 1000 + second;
    return { name, make: async () => hangingCell(name, plan, meanMs, seed) };
  }),
]);
