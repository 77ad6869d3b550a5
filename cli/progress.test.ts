import { expect, it } from 'vitest';
import { progressWords } from './progress.ts';

const expected = {
  conformance: { budgetMs: 60_000 },
  load: { measureMs: 64_000, rate: 425, shape: 'steady' },
  comparison: null,
  limitMs: 20,
} as const;
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
  expect(progressWords(progress, elapsedMs, expected).replace(/[\u00a0\u202f]/g, ' ')).toBe(words);
});

it('tells of the comparison, and of a run without load', () => {
  const after = { phase: 'after-load', ...none } as const;
  expect(progressWords(after, 10_000, { ...expected, comparison: { mostMs: 34_000 } })).toMatch(
    /^Comparison: at most 24/,
  );
  const before = { phase: 'conformance', ...none } as const;
  expect(progressWords(before, 0, { ...expected, load: null })).toMatch(
    /^Conformance: at most 1.min 0.s left/,
  );
});
