/** How far the wall clock is ahead of the monotonic one, milliseconds: between `least` and `most`. */
export interface ClockOffset {
  readonly least: number;
  readonly most: number;
}

/** The wall clock is read as whole milliseconds, and the process may be put aside between the readings. */
export function readClockOffset(): ClockOffset {
  const before = performance.now();
  const wall = Date.now();
  const after = performance.now();
  return { least: wall - after, most: wall + 1 - before };
}

/** The highest `least` and the lowest `most`: they cross as soon as no one offset explains all readings. */
export function tighten(a: ClockOffset, b: ClockOffset): ClockOffset {
  return { least: Math.max(a.least, b.least), most: Math.min(a.most, b.most) };
}

/** How much the wall clock was stepped at least, milliseconds; 0 where one offset explains all readings. */
export function driftMs({ least, most }: ClockOffset): number {
  return least > most ? least - most : 0;
}
