import { midRanks, type Series } from './ranks.ts';

/** Share of the differences that counts: a change of level is among the others. */
const kept = 0.9;
const step = 0.1;
const most = 0.9;

/**
 * How much neighbouring runs resemble each other, as a correlation: runs next to each other differ less than runs two
 * apart. Over all series together; a change of level hardly moves it.
 */
export function resemblance(all: readonly Series[]): number {
  let [next, second] = [0, 0];
  for (const series of all) {
    const ranks = midRanks(series).filter((rank) => rank !== null);
    const [near, far] = [meanSquare(ranks, 1), meanSquare(ranks, 2)];
    if (near + far === 0) continue;
    next += near / (near + far);
    second += far / (near + far);
  }
  const correlation = next === 0 ? 0 : second / next - 1;
  return Math.min(most, Math.max(0, Math.round(correlation / step) * step));
}

/** Of the differences of values so far apart, without the largest. */
function meanSquare(values: readonly number[], distance: number): number {
  const squares = values
    .slice(distance)
    .map((value, index) => (value - (values[index] ?? 0)) ** 2)
    .toSorted((a, b) => a - b);
  const counted = squares.slice(0, Math.floor(squares.length * kept));
  return counted.length === 0 ? 0 : counted.reduce((sum, square) => sum + square, 0) / counted.length;
}
