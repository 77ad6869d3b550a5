export type Place = readonly [start: number, end: number];

/** Stands between texts that were decoded together: no encoding says it. */
export const apart = '\ufffe';

/** What a text says under an encoding. */
export interface Decoded {
  readonly text: string;
  /** The place of each of its characters in the encoded text; asked for only where something was found. */
  readonly places: () => readonly Place[];
}

/** A text with what the pattern finds read as something else, or left out; null: that changes nothing. */
export function decoded(
  pattern: RegExp,
  text: string,
  as: (found: readonly (string | undefined)[]) => string = () => '',
): Decoded | null {
  const read = text.replace(pattern, (...found) => as(found));
  return read === text ? null : { text: read, places: () => placesOfChars(pattern, text, as) };
}

function placesOfChars(
  pattern: RegExp,
  text: string,
  as: (found: readonly (string | undefined)[]) => string,
): Place[] {
  const places: Place[] = [];
  let at = 0;
  const keepUntil = (end: number) => {
    for (; at < end; at += 1) places.push([at, at + 1]);
  };
  for (const found of text.matchAll(pattern)) {
    keepUntil(found.index);
    at += found[0].length;
    for (const _ of as(found)) places.push([found.index, at]);
  }
  keepUntil(text.length);
  return places;
}
