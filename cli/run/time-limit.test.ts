import { once } from 'node:events';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { plannedLoad } from './planned-load.ts';
import { loadsWithin, longestMs, mostMsOf, timeLimit } from './time-limit.ts';

it('ends a process that does not end, and says after which time', async () => {
  const running = execa('sleep', ['600'], { reject: false });
  const limit = timeLimit(20, () => running.kill('SIGKILL'));
  expect((await running).signal).toBe('SIGKILL');
  expect(limit.stop()).toBe(20);
});

it('allows for every phase of a run', () => {
  const mostMs = (scenario: string, isCompared = false) =>
    mostMsOf(plannedLoad(scenarioNamed(scenario), {}, { version: 1 }, { cores: 2, isCompared }));
  const { load, comparison } = plannedLoad(
    scenarioNamed('gate'),
    {},
    { version: 1 },
    { cores: 2, isCompared: true },
  );
  expect(mostMs('gate') - mostMs('conformance')).toBeGreaterThan(
    (load?.measureMs ?? 0) + (load?.warmUpMs ?? 0),
  );
  expect(mostMs('gate', true) - mostMs('gate')).toBeGreaterThanOrEqual(comparison?.mostMs ?? 0);
});

it('ends a k6 that hangs in a smoke run within 90 s', () => {
  const plan = plannedLoad(scenarioNamed('smoke'), {}, { version: 1 }, { cores: 2, isCompared: false });
  expect(mostMsOf(plan)).toBeLessThanOrEqual(90_000);
});

it('allows for as many loads as can end in a time, and for one at least', () => {
  const further = plannedLoad(
    scenarioNamed('load'),
    { durationMs: 60_000 },
    { version: 1 },
    { cores: 2, isCompared: false },
  );
  const bound = (ms: number) => loadsWithin(ms, further);
  const longest = longestMs(further);
  const most = bound(10 * longest);
  // A load takes at least its measured time, and the last load must be allowed its longest time.
  expect(most).toBeLessThanOrEqual(1 + Math.floor((9 * longest) / 60_000));
  expect(most).toBeGreaterThan(9);
  expect([bound(0), bound(longest), bound(86_400_000)]).toEqual([1, 1, 20]);
  expect(bound(2 * longest)).toBeGreaterThanOrEqual(2);
});

it('leaves alone what ends in time', async () => {
  const limit = timeLimit(2 ** 30, () => {
    throw new Error('it had ended');
  });
  await once(execa('true'), 'exit');
  expect(limit.stop()).toBeNull();
});
