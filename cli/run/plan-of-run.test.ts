import { expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { dueCalls } from '../../schemas/load-plan.ts';
import { standardProfile } from '../../schemas/profiles.ts';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { loadsWithin, longestMs, mostMsOf, plannedLoad } from './wanted-run.ts';

function planned(
  scenario: string,
  wanted: Parameters<typeof plannedLoad>[1] = {},
  contract: Contract = { version: 1 },
  cores = 2,
) {
  return plannedLoad(scenarioNamed(scenario), wanted, contract, { cores, isCompared: false });
}

it('asks no more than the cores can time, unless somebody chose the rate', () => {
  const rateOf = (...run: Parameters<typeof planned>) => planned(...run).load?.rate;
  expect(rateOf('load')).toBe(standardProfile.load.rate);
  expect(rateOf('load', {}, { version: 1 }, 1)).toBe(250);
  expect(rateOf('load', { rate: 900 }, { version: 1 }, 1)).toBe(900);
  expect(rateOf('load', {}, { version: 1, rate: 300 }, 1)).toBe(300);
});

it('knows what k6 will have to hold in memory', () => {
  const sizes = ['conformance', 'gate', 'soak', 'breakpoint'].map((scenario) => {
    const { load } = planned(scenario);
    return load && Math.round(dueCalls(load));
  });
  expect(sizes).toEqual([null, 27_200, 765_000, 103_360]);
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
