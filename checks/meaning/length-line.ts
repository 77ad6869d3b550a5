/** Lengths of results by their data: in characters, for no data and for each byte, and the largest deviation from that line. */
export interface Line {
  readonly start: number;
  readonly perByte: number;
  readonly off: number;
}

export type LinePoint = readonly [dataBytes: number, length: number];

/** Lengths count as on the line up to this deviation, in characters. */
export const mostOff = 4;

export function offLine(
  { start, perByte }: Pick<Line, 'start' | 'perByte'>,
  [bytes, length]: LinePoint,
): number {
  return Math.abs(start + perByte * bytes - length);
}

/**
 * The line on which results of so many bytes have these lengths. Those of ciphertext are on one apart from padding; those of
 * compressed data are not. `all`: from the fewest bytes on.
 */
export function lineThrough(all: readonly LinePoint[]): Line | null {
  const points = all.filter(([, length]) => length > 0);
  const [[leastBytes, least] = [0, 0], [mostBytes, most] = [0, 0]] = [points[0], points.at(-1)];
  if (mostBytes === leastBytes) return null;
  const perByte = (most - least) / (mostBytes - leastBytes);
  const start = least - perByte * leastBytes;
  const off = points.reduce((far, point) => Math.max(far, offLine({ start, perByte }, point)), 0);
  return perByte > 0.1 && off <= mostOff ? { start, perByte, off } : null;
}

/** Lines tried, each through two points: so many through points at either end, and so many through points half of all apart. */
const [mostEnds, mostPairs] = [6, 128];

/** The line near which most points lie, and these; null: fewer than `fewest` lie near any. `all`: from the fewest bytes on. */
export function commonLine(all: readonly LinePoint[], fewest: number) {
  const half = Math.floor(all.length / 2);
  const step = Math.max(1, half / mostPairs);
  const apart = Array.from({ length: Math.min(half, mostPairs) }, (_, index) => Math.floor(index * step));
  const pairs = [
    ...all.slice(0, mostEnds).flatMap((first) => all.slice(-mostEnds).map((last) => [first, last])),
    ...apart.map((at) => [all[at], all[at + half]]),
  ];
  let best: { readonly line: Line; readonly on: readonly LinePoint[] } | null = null;
  for (const pair of pairs) {
    const line = lineThrough(pair.filter((point) => point !== undefined));
    const on = line === null ? [] : all.filter((point) => offLine(line, point) <= mostOff);
    if (line !== null && on.length >= (best === null ? fewest : best.on.length + 1)) best = { line, on };
  }
  return best;
}
