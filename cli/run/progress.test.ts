import { expect, it } from 'vitest';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { progressWords } from './announcement.ts';
import { plannedLoad } from './wanted-run.ts';

function planned(scenario: string, isCompared = false) {
  const machine = { cores: 2, isCompared };
  return plannedLoad(scenarioNamed(scenario), {}, { version: 1 }, machine);
}
const gate = planned('gate');

it.each([
  ['conformance', 12_300, 'Conformance: at most 48 s left'],
  ['before-load', 0, 'Warm-up: until the service no longer gets faster'],
  ['load', 900, 'Load: 1 min 4 s left, 383 of 27 200 requests due'],
  ['load', 70_000, 'Load: 1 s left, 27 200 of 27 200 requests due'],
  ['after-load', 0, 'Judging'],
] as const)('%s after %i ms: %s', (phase, elapsedMs, words) => {
  expect(progressWords(phase, elapsedMs, gate).replace(/[\u00a0\u202f]/g, ' ')).toBe(words);
});

it('tells of the comparison, and of a run without load', () => {
  const compared = planned('gate', true);
  const elapsedMs = (compared.comparison?.mostMs ?? 0) - 24_000;
  expect(progressWords('after-load', elapsedMs, compared)).toMatch(/^Comparison: at most 24/);
  expect(progressWords('conformance', 0, planned('conformance'))).toMatch(
    /^Conformance: at most 1.min 0.s left/,
  );
});
