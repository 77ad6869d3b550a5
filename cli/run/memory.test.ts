import { totalmem } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { planRun } from '../../checks/resolve-load.ts';
import { type Profile, profiles, standardProfile } from '../../schemas/profiles.ts';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { goRuntime, isRunningOut, memoryPlan, watchMemory } from './memory.ts';

const MB = 1_000_000;
const load = profiles.map((profile) => memoryPlan(planned('load', profile)));
const [quick, standard, thorough] = profiles.map((profile) => memoryPlan(planned('gate', profile)));

function planned(scenario: string, profile: Profile) {
  const chosen = { profile, rate: null, durationMs: null, hasControl: true };
  return planRun(scenarioNamed(scenario), chosen, false, { version: 1 });
}

it('allows k6 more where it has more to hold', () => {
  expect(load.map(({ k6Bytes }) => Math.round(k6Bytes / MB)).slice(0, 2)).toEqual([232, 225]);
  const most = [quick, standard, thorough].map((plan) => plan?.mostBytes ?? 0);
  expect(most).toEqual(most.toSorted((a, b) => a - b));
  expect(most[1]).toBeLessThan(1200 * MB);
  const spike = memoryPlan(planned('spike', standardProfile));
  expect(spike.k6Bytes).toBeGreaterThan(300 * MB);
});

it('stops growth before the limit, the sooner the faster it is', () => {
  const plan = { k6Bytes: 540 * MB, mostBytes: 1000 * MB };
  expect(isRunningOut(740 * MB, 800 * MB, plan)).toBe(false);
  expect(isRunningOut(730 * MB, 800 * MB, plan)).toBe(true);
  expect(isRunningOut(999 * MB, 999 * MB, plan)).toBe(false);
  expect(isRunningOut(990 * MB, 900 * MB, plan)).toBe(false);
  // Garbage that k6 has not collected yet.
  expect(isRunningOut(450 * MB, 594 * MB, plan)).toBe(false);
  expect(isRunningOut(300 * MB, 700 * MB, plan)).toBe(true);
});

it.runIf(process.platform === 'linux')(
  'calls once, with the memory by which processes have grown',
  async () => {
    let calls = 0;
    const used: Buffer[] = [];
    const exceededBytes = await new Promise((resolve) => {
      const watch = watchMemory([process.pid], { mostBytes: 20 * MB, k6Bytes: 1000 * MB }, () => {
        calls += 1;
        resolve(watch.stop());
      });
      // What other tests of this process leave to the garbage collector may be as much as is added at once.
      const growing = setInterval(() => used.push(Buffer.alloc(60 * MB, 1)), 100);
      onTestFinished(() => {
        watch.stop();
        clearInterval(growing);
      });
    });
    expect([calls, used.length > 0]).toEqual([1, true]);
    expect(exceededBytes).toBeGreaterThan(20 * MB);
    expect(exceededBytes).toBeLessThan(process.memoryUsage.rss());
  },
);

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
