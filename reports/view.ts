/** A text, or what stands in it under an encoding. */
export interface View {
  readonly text: string;
  /** Where a part of this text stands in the text that was looked at first. */
  readonly placeOf: (start: number, end: number) => Place;
}

export type Place = readonly [start: number, end: number];

/** A part of a text that stands in a view as something else. */
interface Rewritten {
  readonly start: number;
  readonly end: number;
  readonly as: string;
}

/** The view with parts of its text rewritten, in their order; null: there are none. */
export function rewritten({ text, placeOf }: View, parts: readonly Rewritten[]): View | null {
  if (parts.length === 0) return null;
  let at = 0;
  const pieces = parts.map(({ start, end, as }) => {
    const before = text.slice(at, start);
    at = end;
    return before + as;
  });
  return { text: pieces.join('') + text.slice(at), placeOf: origins({ text, placeOf }, () => parts) };
}

/** The view without the signs that the pattern finds; null: it has none. */
export function leavingOut(signs: RegExp, { text, placeOf }: View): View | null {
  const kept = text.replace(signs, '');
  if (kept.length === text.length) return null;
  const left = () =>
    [...text.matchAll(signs)].map(({ 0: sign, index }) => ({
      start: index,
      end: index + sign.length,
      as: '',
    }));
  return { text: kept, placeOf: origins({ text, placeOf }, left) };
}

/** Worked out for the first place that is asked for: in most texts there is nothing to hide. */
function origins({ text, placeOf }: View, parts: () => readonly Rewritten[]): View['placeOf'] {
  let known: Place[] | null = null;
  return (start, end) => {
    known ??= placesOfChars(text, parts());
    return placeOf(known[start]?.[0] ?? text.length, known[end - 1]?.[1] ?? text.length);
  };
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
