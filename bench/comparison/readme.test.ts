import { expect, it } from 'vitest';
import { renderReadme } from './readme.ts';
import type { Run } from './results.ts';
import { simulate } from './simulate.ts';

function run(slowerPercent: number, outcome: 'slower' | 'not slower'): Run {
  const one = { profile: 'quick', ms: 10, slowerPercent, burners: 0 };
  const said = ['user', 'sync'].map((endpoint) => ({ endpoint, outcome, change: 0.04, halfWidth: 0.002 }));
  return {
    ...one,
    startedAt: '2026-01-02T00:00:00.000Z',
    othersBusyShare: 0.1,
    seconds: 31,
    said,
    error: null,
  };
}
const machine = { cores: 2, processor: 'some', os: 'Linux 6' };

it('counts the runs by what they say, and makes wrong ones bold', () => {
  const runs = [run(5, 'slower'), run(5, 'slower'), run(5, 'not slower'), run(0, 'slower')];
  const page = renderReadme({ schemaVersion: 1, machine, runs }, [], 0);
  expect(page).toContain('| quick | 0 | 10 ms | 5 % | 3 | 2 | **1** | 0 | 4.00 % | 0.20 % | 31 s |');
  expect(page).toContain('| quick | 0 | 10 ms | 0 % | 1 | **1** | 0 | 0 |');
});

it('simulates what holds: no alarm where all is equal, and 5 % found where blocks differ little', () => {
  const [calm] = simulate(50);
  expect(calm).toMatchObject({ blocks: 56, slower: [0, expect.any(Number), 1], passed: [1, 0] });
  expect(calm?.slower[1]).toBeLessThan(0.1);
});
