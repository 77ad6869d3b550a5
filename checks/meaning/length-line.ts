/** Lengths of results by their data: in characters, for no data and for each byte, and the largest deviation from that line. */
export interface Line {
  readonly start: number;
  readonly perByte: number;
  readonly off: number;
}

/** Lengths count as on the line up to this deviation, in characters. */
export const mostOff = 4;

/**
 * The line through the lengths of results, by the bytes of their data; null: there is none. Ciphertext gives a line apart from padding,
 * compressed data does not. `all`: from the fewest bytes on.
 */
export function lineThrough(all: readonly (readonly [dataBytes: number, length: number])[]): Line | null {
  const points = all.filter(([, length]) => length > 0);
  const [[leastBytes, least] = [0, 0], [mostBytes, most] = [0, 0]] = [points[0], points.at(-1)];
  if (mostBytes === leastBytes) return null;
  const perByte = (most - least) / (mostBytes - leastBytes);
  const start = least - perByte * leastBytes;
  const offs = points.map(([bytes, length]) => Math.abs(start + perByte * bytes - length));
  const off = offs.reduce((most, one) => Math.max(most, one), 0);
  return perByte > 0.1 && off <= mostOff ? { start, perByte, off } : null;
}

/** This many points at either end are tried as ends of the usual line. */
const mostEnds = 6;

/** The line on which at least this share of the points lies, wherever the others are; null: there is none. */
export function usualLine(
  all: readonly (readonly [dataBytes: number, length: number])[],
  leastShare: number,
): Line | null {
  const ends = all
    .slice(0, mostEnds)
    .flatMap((first) => all.slice(-mostEnds).flatMap((last) => lineThrough([first, last]) ?? []));
  const on = ends.map(({ start, perByte }) =>
    all.filter(([bytes, length]) => Math.abs(start + perByte * bytes - length) <= mostOff),
  );
  const usual = on.reduce((most, one) => (one.length > most.length ? one : most), []);
  return usual.length >= leastShare * all.length ? lineThrough(usual) : null;
}
