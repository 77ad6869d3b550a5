import { describe, expect, it } from 'vitest';
import { type ClockOffset, driftMs, readClockOffset, tighten } from './read-machine.ts';

/** A reading of a wall clock in whole milliseconds, with a pause of `pauseMs` during the reading. */
function reading(monotonicMs: number, offsetMs: number, pauseMs = 0): ClockOffset {
  const wall = Math.floor(monotonicMs + offsetMs);
  return { least: wall - monotonicMs - pauseMs, most: wall + 1 - monotonicMs + pauseMs };
}

function driftOf(readings: readonly ClockOffset[]): number {
  return driftMs(readings.reduce(tighten));
}

describe('driftMs', () => {
  const times = Array.from({ length: 200 }, (_, index) => 1000 + index * 250.137);

  it('is 0 for a steady clock, however its milliseconds fall', () => {
    expect(driftOf(times.map((time) => reading(time, 98765.4321)))).toBe(0);
  });

  it('is 0 when the process is put aside between the readings', () => {
    expect(driftOf(times.map((time, index) => reading(time, 5000.5, index % 7)))).toBe(0);
  });

  it.each([3, -3, 0.5, -40])('shows a step of %f ms', (stepMs) => {
    const drift = driftOf(times.map((time, index) => reading(time, 5000.5 + (index < 100 ? 0 : stepMs))));
    expect(drift).toBeGreaterThan(Math.abs(stepMs) - 0.1);
    expect(drift).toBeLessThanOrEqual(Math.abs(stepMs) + 1e-6);
  });
});

describe('readClockOffset', () => {
  it('encloses an offset that agrees with the process start', () => {
    const { least, most } = readClockOffset();
    expect(least).toBeLessThan(most);
    expect(Math.abs(least - performance.timeOrigin)).toBeLessThan(60_000);
  });
});
