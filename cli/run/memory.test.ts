import { totalmem } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { goRuntime, isRunningOut, memoryPlan, watchMemory } from './memory.ts';

const MB = 1_000_000;
const load = { rate: 425, shape: 'steady', measureMs: 64_000 } as const;

it('allows a run without load 1 GB, and more where k6 has more to hold', () => {
  const gate = memoryPlan(load);
  expect(memoryPlan(null).mostBytes).toBe(1000 * MB);
  expect(gate.mostBytes).toBe(1160 * MB);
  const more = memoryPlan({ ...load, measureMs: 1_800_000 });
  expect(more.mostBytes).toBeGreaterThan(1360 * MB);
  expect(more.mostBytes - more.k6Bytes).toBe(gate.mostBytes - gate.k6Bytes);
});

it('stops growth before the limit, the sooner the faster it is', () => {
  const plan = memoryPlan(null);
  expect(isRunningOut(740 * MB, 800 * MB, plan)).toBe(false);
  expect(isRunningOut(730 * MB, 800 * MB, plan)).toBe(true);
  expect(isRunningOut(999 * MB, 999 * MB, plan)).toBe(false);
  expect(isRunningOut(990 * MB, 900 * MB, plan)).toBe(false);
  // Garbage that k6 has not collected yet.
  expect(isRunningOut(450 * MB, 594 * MB, plan)).toBe(false);
  expect(isRunningOut(300 * MB, 700 * MB, plan)).toBe(true);
});

it.runIf(process.platform === 'linux')('calls once, with the memory it saw', async () => {
  let calls = 0;
  const exceededBytes = await new Promise((resolve) => {
    const watch = watchMemory([process.pid], { mostBytes: 1, k6Bytes: 0 }, () => {
      calls += 1;
      resolve(watch.stop());
    });
    onTestFinished(() => void watch.stop());
  });
  expect(calls).toBe(1);
  expect(exceededBytes).toBeGreaterThan(10 * MB);
});

it('knows nothing of processes that are gone', () => {
  const watch = watchMemory([2 ** 31 - 1], { mostBytes: 1, k6Bytes: 0 }, () => {});
  expect(watch.stop()).toBeNull();
});

it('lets k6 use more memory, but never more than it is to have, nor all there is', () => {
  expect(goRuntime({}, 1e6)).toMatchObject({ GOGC: '1000', GOMEMLIMIT: '1000000' });
  const { GOMEMLIMIT } = goRuntime({}, Number.POSITIVE_INFINITY);
  expect(Number(GOMEMLIMIT)).toBeGreaterThan(0);
  expect(Number(GOMEMLIMIT)).toBeLessThan(totalmem() / 2);
});

it('asks for more threads than a few cores, and leaves many cores to the runtime, which knows of quotas', () => {
  expect(goRuntime({}, 1e6, 2)['GOMAXPROCS']).toBe('8');
  expect(goRuntime({}, 1e6, 16)).not.toHaveProperty('GOMAXPROCS');
});

it('leaves alone what the operator set', () => {
  const operator = { GOGC: '50', GOMAXPROCS: '2', GOMEMLIMIT: '' };
  expect(Object.keys(goRuntime(operator, 1e6, 2))).toEqual(['GOMEMLIMIT']);
});
