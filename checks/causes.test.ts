import { describe, expect, it } from 'vitest';
import { causes, isMarked, said } from './causes.ts';

const all = Object.values(causes).flatMap((family) => Object.entries(family));

describe('the table of causes', () => {
  it('has each id once', () => {
    const ids = all.map(([id]) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([]);
  });

  it.each(all)('%s has one remedy', (_, text) => {
    const parts = text.split('→');
    expect(parts).toHaveLength(2);
    expect(parts[1]).toMatch(/^ \S.*(\.|\{\w+\})(\{#\w+\})*$/);
    // In the same report another one may advise a lower rate.
    expect(parts[1]).not.toContain('higher --rate');
  });
});

it.each([
  ['backup-refused', true],
  ['like-result', true],
  ['unlike-valid', true],
  ['too-large', true],
  // It names a promise, which no answer shows.
  ['slow', false],
  ['token-refused', false],
  ['constructor', false],
])('a draft may contain what the remedy of %s names: %s', (id, isWanted) => {
  expect(isMarked(id, 'draft')).toBe(isWanted);
});

describe('a cause with the figures of a run', () => {
  it('has them in its words and its remedy', () => {
    const figures = { visible: '1 s', stall: '2 s', needed: '3 s' };
    expect(said('short-window', figures)).toEqual({
      id: 'short-window',
      effect: 'no-pass',
      reason:
        'This run would have shown only stalls of up to 1 s; a pass requires that it shows stalls of 2 s.',
      remedy: 'Measure for at least 3 s, or declare a shorter stall (latency.maxStallMs).',
    });
  });

  it('takes numbers for counts', () => {
    expect(said('error-answers', { errors: 1200, calls: 5400 }).reason).toMatch(
      /^1\u202f200 of 5\u202f400 calls/,
    );
  });

  it('takes what a service says as it is', () => {
    const problem = 'a → b {problem} $& $1';
    expect(said('problem', { problem })).toMatchObject({
      effect: 'void',
      reason: problem,
      remedy: 'Correct it, then run the test again.',
    });
  });
});
