import { expect, it } from 'vitest';
import type { Contract } from '../../schemas/contract.ts';
import { dueCalls } from '../../schemas/load-plan.ts';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { plannedLoad } from './planned-load.ts';

function planned(
  scenario: string,
  wanted: Parameters<typeof plannedLoad>[1] = {},
  contract: Contract = { version: 1 },
  cores = 2,
) {
  return plannedLoad(scenarioNamed(scenario), wanted, contract, { cores, isCompared: false });
}

it('asks no more than the cores can time, unless somebody chose the rate', () => {
  expect(planned('load').cappedRate).toBeNull();
  expect(planned('load', {}, { version: 1 }, 1)).toMatchObject({ cappedRate: 250, load: { rate: 250 } });
  expect(planned('load', { rate: 900 }, { version: 1 }, 1).cappedRate).toBeNull();
  expect(planned('load', {}, { version: 1, rate: 300 }, 1)).toMatchObject({
    cappedRate: null,
    load: { rate: 300 },
  });
});

it('knows what k6 will have to hold in memory', () => {
  const sizes = ['conformance', 'gate', 'soak', 'breakpoint'].map((scenario) => {
    const { load } = planned(scenario);
    return load && Math.round(dueCalls(load));
  });
  expect(sizes).toEqual([null, 27_200, 765_000, 103_366]);
});
