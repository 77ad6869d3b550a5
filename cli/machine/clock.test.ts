import { describe, expect, it } from 'vitest';
import { watchClock } from './read-machine.ts';

interface Reading {
  readonly monotonicMs: number;
  /** By how much a wall clock in whole milliseconds is ahead. */
  readonly offsetMs: number;
  /** How long the process is put aside before and after it reads the wall clock. */
  readonly pauseMs?: number;
}

function driftOf(readings: readonly Reading[]): number {
  const monotonic = readings.flatMap(({ monotonicMs, pauseMs = 0 }) => [
    monotonicMs - pauseMs,
    monotonicMs + pauseMs,
  ]);
  const wall = readings.map(({ monotonicMs, offsetMs }) => Math.floor(monotonicMs + offsetMs));
  const next = (times: number[]) => () => times.shift() ?? Number.NaN;
  const read = watchClock(next(monotonic), next(wall));
  return readings.map(read).at(-1) ?? Number.NaN;
}

describe('the step of a wall clock', () => {
  const times = Array.from({ length: 200 }, (_, index) => 1000 + index * 250.137);

  it('is 0 for a steady clock, however its milliseconds fall', () => {
    expect(driftOf(times.map((monotonicMs) => ({ monotonicMs, offsetMs: 98765.4321 })))).toBe(0);
  });

  it('is 0 when the process is put aside between the readings', () => {
    const readings = times.map((monotonicMs, index) => ({
      monotonicMs,
      offsetMs: 5000.5,
      pauseMs: index % 7,
    }));
    expect(driftOf(readings)).toBe(0);
  });

  it.each([3, -3, 0.5, -40])('shows as %f ms', (stepMs) => {
    const drift = driftOf(
      times.map((monotonicMs, index) => ({ monotonicMs, offsetMs: 5000.5 + (index < 100 ? 0 : stepMs) })),
    );
    expect(drift).toBeGreaterThan(Math.abs(stepMs) - 0.1);
    expect(drift).toBeLessThanOrEqual(Math.abs(stepMs) + 1e-6);
  });

  it('is 0 for the clocks of this machine, read one right after the other', () => {
    const read = watchClock();
    expect([read(), read(), read()]).toEqual([0, 0, 0]);
  });
});
