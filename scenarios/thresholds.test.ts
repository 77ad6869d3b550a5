import { expect, it } from 'vitest';
import { addFacts } from '../reports/after/merged-facts.ts';
import type { Facts } from '../reports/facts.ts';
import { loadCalls, loadFacts } from '../reports/facts-fixture.ts';
import { buildReport } from '../reports/judge/build-report.ts';
import type { Contract } from '../schemas/contract.ts';
import { unknownMachine } from '../schemas/machine.ts';
import type { RunContext } from './context.ts';
import { decidingThresholds } from './thresholds.ts';

/** The context of a run in plain k6. */
function contextOf({ plan }: Facts, contract: Contract = { version: 1 }): RunContext {
  const { load } = plan;
  const context: Partial<Record<keyof RunContext, unknown>> = {
    load,
    contract,
    scenario: { latencyDecides: true },
    settings: { companion: null, loads: { most: 1, made: 1 } },
    planned: { ...plan, contract, hasCompanion: false },
  };
  return context as unknown as RunContext;
}

it('four segments of plain k6, none of which makes all calls, can pass together', () => {
  const calls = loadCalls(() => 2);
  const key = 'made_calls';
  const parts = [0, 1, 2, 3].map((number): Facts => {
    const facts = loadFacts(
      calls.filter((_, index) => index % 4 === number),
      0.25,
    );
    const load = facts.plan.load && { ...facts.plan.load, hasControl: false };
    const plan = { ...facts.plan, load, hasCompanion: false };
    const metrics = Object.fromEntries(
      Object.entries(facts.metrics).filter(([name]) => !name.startsWith('control_')),
    );
    const [least = ''] = (decidingThresholds(contextOf({ ...facts, plan }))[key] ?? []) as string[];
    expect(metrics[key]?.['count']).toBeLessThan(Number(least.replace('count>=', '')));
    const crossed = [`${key} ${least}`];
    return {
      ...facts,
      plan,
      metrics,
      machine: unknownMachine,
      crossed,
      run: { ...facts.run, id: `run-${number}` },
    };
  });
  expect(buildReport(addFacts(parts as [Facts, ...Facts[]])).verdict).toBe('pass');
});

it('plain k6 judges lateness by the declared limit', () => {
  const facts = loadFacts(loadCalls(() => 2));
  const lateness = (contract: Contract) => decidingThresholds(contextOf(facts, contract))['lateness'];
  expect(lateness({ version: 1 })).toEqual(['p(95)<5', 'p(99)<20']);
  expect(lateness({ version: 1, latency: { limitMs: 8 } })).toEqual(['p(95)<2', 'p(99)<8']);
});
