import { expect, it } from 'vitest';
import { blockOf, blocksPerRound, sideAt } from './comparison-plan.ts';

const tenFrom = (first: number) => Array.from({ length: 10 }, (_, index) => first + ((index * 7) % 10));

it('has the median and p90 of its durations, in whatever order they came', () => {
  expect(blockOf(tenFrom(1))).toEqual({ p50Ms: 5.5, p90Ms: 9.1 });
  expect(blockOf([...tenFrom(1), 11])).toEqual({ p50Ms: 6, p90Ms: 10 });
});

it('leaves out what a clock that was set made of a duration', () => {
  expect(blockOf([-3, 0, ...tenFrom(1)])).toEqual({ p50Ms: 5.5, p90Ms: 9.1 });
});

it('is none if fewer than ten calls have a duration', () => {
  expect(blockOf(tenFrom(0))).toBeNull();
  expect(blockOf([])).toBeNull();
});

const numbers = Array.from({ length: 64 }, (_, block) => block);
const sign = (block: number) => (sideAt(block) === 'candidate' ? 1 : -1);

it('asks ABBA, then BAAB', () => {
  const letters = numbers.slice(0, 8).map((block) => (sideAt(block) === 'candidate' ? 'A' : 'B'));
  expect(letters.join('')).toBe('ABBABAAB');
});

it('puts a steady drift on both sides alike in every round', () => {
  for (let first = 0; first < 64; first += blocksPerRound) {
    const round = numbers.slice(first, first + blocksPerRound);
    expect(round.reduce((sum, block) => sum + sign(block), 0)).toBe(0);
    expect(round.reduce((sum, block) => sum + sign(block) * block, 0)).toBe(0);
  }
});

it('puts what comes back every four blocks on both sides alike in every two rounds', () => {
  for (const place of [0, 1, 2, 3]) {
    const same = numbers.filter((block) => block % blocksPerRound === place);
    expect(same.reduce((sum, block) => sum + sign(block), 0)).toBe(0);
  }
});
