import { expect, it } from 'vitest';
import { scenarioNamed } from '../../schemas/scenarios.ts';
import { plannedLoad } from './planned-load.ts';
import { progressWords } from './progress.ts';

function planned(scenario: string, isCompared = false) {
  const machine = { cores: 2, isCompared };
  return plannedLoad(scenarioNamed(scenario), {}, { version: 1 }, machine);
}
const gate = planned('gate');
const none = { calls: 0, fast: 0 };

it.each([
  [{ phase: 'conformance', ...none }, 12_300, 'Conformance: at most 48 s left'],
  [{ phase: 'before-load', ...none }, 0, 'Warm-up: until the service no longer gets faster'],
  [{ phase: 'load', ...none }, 900, 'Load: 1 min 4 s left, 383 of 27 200 requests due'],
  [
    { phase: 'load', calls: 10_000, fast: 9_999 },
    60_000,
    'Load: 4 s left, 25 500 of 27 200 requests due; 99.99 % of 10 000 under 20 ms',
  ],
  [{ phase: 'load', ...none }, 70_000, 'Load: 1 s left, 27 200 of 27 200 requests due'],
  [{ phase: 'after-load', ...none }, 0, 'Writing the report'],
] as const)('%j after %i ms: %s', (progress, elapsedMs, words) => {
  expect(progressWords(progress, elapsedMs, gate).replace(/[\u00a0\u202f]/g, ' ')).toBe(words);
});

it('tells of the comparison, and of a run without load', () => {
  const compared = planned('gate', true);
  const elapsedMs = (compared.comparison?.mostMs ?? 0) - 24_000;
  expect(progressWords({ phase: 'after-load', ...none }, elapsedMs, compared)).toMatch(
    /^Comparison: at most 24/,
  );
  expect(progressWords({ phase: 'conformance', ...none }, 0, planned('conformance'))).toMatch(
    /^Conformance: at most 1.min 0.s left/,
  );
});
