import { judgeLatency } from '../../checks/latency/judge-latency.ts';
import { resolveLoad } from '../../checks/resolve-load.ts';
import { mostInFlight, type ResolvedLoad, sliceCount } from '../../schemas/load-plan.ts';
import { profiles } from '../../schemas/profiles.ts';
import { exponential, type Random } from '../random.ts';
import { simulateWindow } from './bursts.ts';
import { cellTask } from './cell.ts';
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
import { calmErrorMs, controlPerCall, counted } from './readings.ts';

const burstMs = 60;

/** Nearly all calls are slow by the error of measurement alone, and a share of them in bursts that are slow indeed. */
function nearLimit(random: Random, plan: Plan, usualMs: number, share: number, meanBurst: number) {
  const slices = simulateWindow(random, plan.calls, share, meanBurst).slices.map(({ n, slow }) =>
    Array.from({ length: n }, (_, call) => (call < slow ? burstMs : usualMs) + calmErrorMs(random)),
  );
  const controlCalls = Math.round(controlPerCall * plan.calls);
  return counted(plan, {
    slices,
    errorsMs: Array.from({ length: controlCalls }, () => calmErrorMs(random)),
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
  return { ...measurementOf(plan, { slices, slowByUser }), dropped };
}

function loadOf(plan: Plan): ResolvedLoad {
  const profile = profiles.find((one) => one.name === plan.name) ?? profiles[0];
  if (profile === undefined) throw new Error('no profile');
  const chosen = { profile, rate: null, durationMs: null, hasControl: true };
  return resolveLoad('steady', chosen, profile.conformance, { version: 1 });
}

export const hiddenTasks = plans.slice(0, 2).flatMap((plan, first) => [
  ...[19.85, 19.95].flatMap((usualMs, second) =>
    [20, 50].map((meanBurst, third) => {
      const name = `at the limit, ${plan.name}, ${usualMs} ms, mean ${meanBurst}, 0.99 × 1 % slow`;
      return cellTask(name, 150_000 + first * 1000 + second * 100 + third, 1000, false, (random) => {
        const { measurement, generator } = nearLimit(random, plan, usualMs, 0.99 * allowed, meanBurst);
        return judgeLatency(measurement, generator, expectationOf(plan)).verdict;
      });
    }),
  ),
  ...[300, 1000, 2000].map((meanMs, second) => {
    const name = `hanging, ${plan.name}, mean ${meanMs / 1000} s, 1.05 × 1 % slow`;
    const load = loadOf(plan);
    return cellTask(name, 160_000 + first * 1000 + second, 2000, true, (random) => {
      const measurement = hanging(random, plan, load, 1.05 * allowed, meanMs);
      return judgeLatency(measurement, faultless, expectationOf(plan)).verdict;
    });
  }),
]);
