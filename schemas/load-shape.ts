/** Over time, how the load comes. */
export type LoadShape = 'steady' | 'ramp' | 'spike' | 'climb';

/** Stages of a changing load, as multiples of the rate; each lasts an equal part of the measured time. */
export const stagesOf: Readonly<Record<Exclude<LoadShape, 'steady'>, readonly number[]>> = {
  ramp: [0.5, 1, 1.5, 2, 2, 1],
  spike: [0.5, 0.5, 4, 0.5, 0.5, 0.5],
  climb: [0.5, 1, 2, 3, 4, 5, 6, 8],
};

export function meanMultiple(shape: LoadShape): number {
  const multiples = shape === 'steady' ? [1] : stagesOf[shape];
  return multiples.reduce((sum, multiple) => sum + multiple, 0) / multiples.length;
}

/** As many as are busy during the longest stall that the load is to get through, and a fifth more. */
export function virtualUsersFor(shape: LoadShape, rate: number, maxStallMs: number): number {
  const peak = shape === 'steady' ? rate : rate * Math.max(...stagesOf[shape]);
  return Math.ceil(((peak * (Math.max(maxStallMs, 150) + 20)) / 1000) * 1.2) + 5;
}
