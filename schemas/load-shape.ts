/** Over time, how the load comes. */
export type LoadShape = 'steady' | 'ramp' | 'spike' | 'climb';

/** Levels of the load, as multiples of the rate: each is held for an equal part of the measured time, in whole slices. */
export const levelsOf: Readonly<Record<LoadShape, readonly number[]>> = {
  steady: [1],
  ramp: [0.5, 1, 1.5, 2, 2, 1],
  spike: [0.5, 0.5, 4, 0.5, 0.5, 0.5],
  climb: [0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8],
};

/** What a network may add to a call: some round trips, for a connection and TLS among them. */
const networkMs = 100;

/** Calls beyond this many in flight are not made: twice as many as come due in the longest stall that the load is to get through. */
export function mostInFlight(
  {
    shape,
    rate,
    maxStallMs,
  }: { readonly shape: LoadShape; readonly rate: number; readonly maxStallMs: number },
  limitMs: number,
): number {
  const peak = rate * Math.max(...levelsOf[shape]);
  const busyMs = Math.max(maxStallMs, 150) + limitMs + networkMs;
  return Math.ceil(((peak * busyMs) / 1000) * 2) + 16;
}
