/** The successful calls of one endpoint in one block. */
export interface Block {
  readonly answered: number;
  readonly p50Ms: number;
  readonly p90Ms: number;
}

/** null: no call has a duration. A duration of 0 or less is no time: the clock was set. */
export function blockOf(durationsMs: readonly number[]): Block | null {
  const sorted = durationsMs.filter((ms) => ms > 0).toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  return { answered: sorted.length, p50Ms: quantile(sorted, 0.5), p90Ms: quantile(sorted, 0.9) };
}

/** Interpolated between the two nearest of values in rising order. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}
