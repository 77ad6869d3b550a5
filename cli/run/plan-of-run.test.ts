import { describe, expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { dueCalls } from '../../schemas/load-plan.ts';
import { standardProfile } from '../../schemas/profiles.ts';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { furtherMs, furtherPlan, loadsWithin, longestMs, mostMsOf, plannedLoad } from './wanted-run.ts';

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

describe('further loads', () => {
  const further = plannedLoad(
    scenarioNamed('load'),
    { durationMs: 60_000 },
    { version: 1 },
    { cores: 2, isCompared: false },
  );
  const besidesMs = longestMs(further) - 60_000;

  it('are as long as all before them, or as fits into the time if no other would follow', () => {
    expect(furtherMs(60_000, besidesMs + 300_000, further)).toBe(60_000);
    expect(furtherMs(240_000, besidesMs + 300_000, further)).toBe(300_000);
    expect(furtherMs(240_000, besidesMs + 100_000, further)).toBe(100_000);
    expect(furtherMs(240_000, besidesMs + 59_000, further)).toBeNull();
    expect(furtherMs(60_000, 0, further)).toBeNull();
    expect(furtherMs(3_600_000, 86_400_000, further)).toBe(1_800_000);
    expect(furtherMs(60_000, 1e6, { ...further, load: null })).toBeNull();
  });

  it('end in time, even if each takes its longest', () => {
    for (const withinMs of [150_000, 360_000, 1_000_000, 3_600_000]) {
      let [made, soFarMs, leftMs] = [1, 60_000, withinMs - longestMs(further)];
      for (;;) {
        const ms = furtherMs(soFarMs, leftMs, further);
        if (ms === null) break;
        [made, soFarMs, leftMs] = [made + 1, soFarMs + ms, leftMs - longestMs(furtherPlan(further, ms))];
        expect(leftMs).toBeGreaterThanOrEqual(-1);
      }
      expect(made).toBeLessThanOrEqual(loadsWithin(withinMs, further));
    }
  });

  it('are few, and one at least', () => {
    const bound = (ms: number) => loadsWithin(ms, further);
    expect([bound(0), bound(besidesMs), bound(300_000), bound(86_400_000)]).toEqual([1, 1, 3, 44]);
  });
});
