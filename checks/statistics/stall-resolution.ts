/**
 * The longest stall that a window speaks of, milliseconds: stalls of this length that made up a share p0 of the time
 * would have left no trace with probability alpha. Shorter ones would be more frequent and show sooner; longer ones,
 * being rarer, may not show.
 */
export function stallResolutionMs(p0: number, durationMs: number, alpha: number): number {
  return (p0 * durationMs) / Math.log(1 / alpha);
}

/** The window that gives a stall resolution of `stallMs`. */
export function windowForStallMs(p0: number, stallMs: number, alpha: number): number {
  return p0 === 0 ? Number.POSITIVE_INFINITY : (stallMs * Math.log(1 / alpha)) / p0;
}
