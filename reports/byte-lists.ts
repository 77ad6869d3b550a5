import type { Place, View } from './disguises.ts';

/** Eight or more bytes, each by its number. */
interface ByteList {
  readonly runs: RegExp;
  readonly bytes: RegExp;
  readonly radix: number;
}

/** As JSON writes the bytes of a buffer. */
export const decimalBytes: ByteList = {
  runs: /(?:\d{1,3}[,;\s]{1,40}){7,}\d{1,3}/g,
  bytes: /\d+/g,
  radix: 10,
};

/** 61:62, 61 62, 61-62 and 0x61, 0x62. */
export const hexadecimalBytes: ByteList = {
  runs: /(?:[0-9a-fA-F]{2}(?:[:,;\s-]{1,40}(?:0x)?)){7,}[0-9a-fA-F]{2}/g,
  bytes: /[0-9a-fA-F]{2}/g,
  radix: 16,
};

/** The bytes of all lists in a text as one text; in front of each list stands a character that no byte is. */
export function listed({ text, placeOf }: View, { runs, bytes, radix }: ByteList): View[] {
  const chars: string[] = [];
  const places: Place[] = [];
  for (const { 0: run, index } of text.matchAll(runs)) {
    chars.push('\u{ffff}');
    places.push([index, index]);
    for (const { 0: byte, index: at } of run.matchAll(bytes)) {
      chars.push(String.fromCharCode(Number.parseInt(byte, radix)));
      places.push([index + at, index + at + byte.length]);
    }
  }
  if (chars.length === 0) return [];
  const span = (start: number, end: number) => {
    const [[from], [, to]] = [places[start] ?? [0, 0], places[end - 1] ?? [0, 0]];
    return placeOf(from, to);
  };
  return [{ text: chars.join(''), placeOf: span }];
}
