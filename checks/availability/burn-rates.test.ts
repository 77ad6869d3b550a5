import { describe, expect, it } from 'vitest';
import { burnRates, type TimedCalls } from './burn-rates.ts';
import { times } from './ledger-fixture.ts';

const nowMs = Date.parse('2026-03-21T12:00:00Z');
const minuteMs = 60_000;
const at = (minutesAgo: number, failures: number, n = 10_000): TimedCalls => ({
  startMs: nowMs - minutesAgo * minuteMs,
  n,
  failures,
});
const states = (runs: readonly TimedCalls[]) => burnRates(runs, 1e-4, nowMs).map(({ state }) => state);

describe('burn rates', () => {
  it('have the factors and windows of the workbook', () => {
    expect(
      burnRates([], 1e-4, nowMs).map(({ factor, longMs, shortMs }) => [
        factor,
        longMs / minuteMs,
        shortMs / minuteMs,
      ]),
    ).toEqual([
      [14.4, 60, 5],
      [6, 360, 30],
      [1, 4320, 360],
    ]);
  });

  it('burn at the factor, not below it, in both windows', () => {
    expect(states([at(3, 15), at(40, 15)])[0]).toBe('burning');
    expect(states([at(3, 14), at(40, 14)])[0]).toBe('quiet');
    expect(states([at(3, 0), at(40, 40)])[0]).toBe('quiet');
    expect(states([at(3, 18, 12_500)])[0]).toBe('burning');
    expect(states([at(3, 144, 100_000)])[0]).toBe('burning');
    expect(states([at(3, 143, 100_000)])[0]).toBe('quiet');
  });

  it('want ten failures and runs in both windows', () => {
    expect(states([at(3, 9, 100)])).toEqual(Array(3).fill('too little data'));
    expect(states([at(3, 10, 100)])).toEqual(Array(3).fill('burning'));
    expect(states([at(6, 1000)])).toEqual(['too little data', 'burning', 'burning']);
    expect(states([at(31, 1000)])).toEqual(['too little data', 'too little data', 'burning']);
    expect(states([at(73 * 60, 1000), at(3, 0)])).toEqual(Array(3).fill('too little data'));
    expect(states([])).toEqual(Array(3).fill('too little data'));
  });

  it('take edges in', () => {
    expect(states([at(5, 1000)])[0]).toBe('burning');
    expect(states([at(5.001, 1000)])[0]).toBe('too little data');
  });

  it('see a slow burn over three days', () => {
    const slow = times(72, (hour) => at(hour * 60, 2));
    expect(states(slow)).toEqual(['too little data', 'quiet', 'burning']);
  });
});
