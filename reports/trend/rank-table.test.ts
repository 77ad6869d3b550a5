import { describe, expect, it } from 'vitest';
import { rankTable, tailQuantile } from './rank-table.ts';

describe('the distribution of U', () => {
  it.each([
    // Counted by hand: 1, 1, 2, 3, 3, 3, 3, 2, 1, 1 of the 20 choices of 3 of 6 runs.
    [6, 3, 0, 1 / 20],
    [6, 3, 1, 2 / 20],
    [6, 3, 4, 10 / 20],
    [6, 3, 9, 1],
    [60, 3, 0, 1 / 34_220],
    // Published table: critical value 23 for 10 and 10 at two-sided 5 %.
    [20, 10, 23, 0.0216],
    [20, 10, 24, 0.0262],
  ])('of %d runs, %d of them on one side: P(U ≤ %d) = %d', (runs, size, u, probability) => {
    expect(Math.exp(rankTable(runs)(size, u)) / probability).toBeCloseTo(1, 2);
  });

  it('is the same from both sides', () => {
    const table = rankTable(17);
    expect(table(5, 12)).toBe(table(12, 12));
  });

  it('lies between its neighbours for the half ranks of ties', () => {
    const table = rankTable(12);
    expect(table(5, 3.5)).toBeCloseTo((table(5, 3) + table(5, 4)) / 2, 12);
  });
});

it('finds the highest U within a tail', () => {
  expect(tailQuantile(rankTable(20), 10, 20, 0.025)).toBe(23);
  expect(tailQuantile(rankTable(6), 3, 6, 0.01)).toBe(-1);
});
