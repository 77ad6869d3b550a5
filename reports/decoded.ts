export type Place = readonly [start: number, end: number];

/** What a text says under an encoding. */
export interface Decoded {
  readonly text: string;
  /** The place of each of its characters in the encoded text; asked for only where something was found. */
  readonly places: () => readonly Place[];
}

/** A part of a text that stands for something else. */
export interface Rewritten {
  readonly start: number;
  readonly end: number;
  readonly as: string;
}

/** A text with parts of it rewritten, in their order; null: there are none. */
export function rewritten(text: string, parts: readonly Rewritten[]): Decoded | null {
  if (parts.length === 0) return null;
  let at = 0;
  const pieces = parts.map(({ start, end, as }) => {
    const before = text.slice(at, start);
    at = end;
    return before + as;
  });
  return { text: pieces.join('') + text.slice(at), places: () => placesOfChars(text, parts) };
}

/** A text without what the pattern finds; null: it finds nothing. */
export function leavingOut(pattern: RegExp, text: string): Decoded | null {
  const kept = text.replace(pattern, '');
  if (kept.length === text.length) return null;
  const left = () =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
      as: '',
    }));
  return { text: kept, places: () => placesOfChars(text, left()) };
}

function placesOfChars(text: string, parts: readonly Rewritten[]): Place[] {
  const places: Place[] = [];
  let at = 0;
  for (const { start, end, as } of [...parts, { start: text.length, end: text.length, as: '' }]) {
    for (; at < start; at += 1) places.push([at, at + 1]);
    for (let char = 0; char < as.length; char += 1) places.push([start, end]);
    at = end;
  }
  return places;
}
