import { expect, it } from 'vitest';
import { passingReport } from '../passing-fixture.ts';
import { spaceSection, spaceWords } from './further-sections.ts';

const dimension = (name: string, levels: Readonly<Record<string, number>>) => ({
  name,
  levels: Object.entries(levels).map(([level, requests]) => ({ name: level, requests })),
  pairs: { tried: 3, possible: 6 },
});
const space = [
  dimension('length of data', { 'the empty string': 3, '64 KiB': 0 }),
  dimension('credential', { 'no header': 3, 'a word': 1, 'a JWT': 2 }),
];

it('names the levels that were not tried, and counts pairs', () => {
  const { markup } = spaceSection(passingReport({ space }));
  for (const text of ['1 of 2', '3 of 3', '3 of 6', '64 KiB']) expect(markup).toContain(text);
  expect(markup).not.toContain('a word');
  expect(spaceWords(space)).toBe('4 of 5 levels in 2 dimensions, 3 of 6 pairs of them');
});

it('is not there where nothing is known of it', () => {
  expect(spaceSection(passingReport()).markup).toBe('');
});
