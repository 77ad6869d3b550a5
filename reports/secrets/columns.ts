import { apart, type Decoded, type Place } from './decoded.ts';

const words = /[0-9A-Za-z]+/g;
const mostDigits = 3;
const fewestWords = 8;

/**
 * Words that stand behind the same text, numbers in it aside, as a list, which may be one of characters or of bytes: those of
 * `[{"at":0,"char":"a"},{"at":1,"char":"b"}]`, `{"0":97,"1":98}` and `<c>a</c><c>b</c>`.
 */
export function fromColumns(text: string): Decoded[] {
  // Between these stands what digits say from each of them on: bytes, in no columns.
  if (text.includes(apart)) return [];
  return columnsOf(text)
    .filter(({ length }) => length >= fewestWords)
    .map((column) => ({
      text: column.map(([start, end]) => text.slice(start, end)).join(','),
      places: () =>
        column.flatMap(([start, end]) => [
          ...Array.from({ length: end - start }, (): Place => [start, end]),
          [end, end] as const,
        ]),
    }));
}

function columnsOf(text: string): Place[][] {
  const columns = new Map<string, Place[]>();
  let before = '';
  let last = 0;
  for (const { 0: word, index: start } of text.matchAll(words)) {
    const end = start + word.length;
    if (word.length <= mostDigits) {
      const context = before + text.slice(last, start);
      const column = columns.get(context) ?? [];
      // One word directly behind another is in a list, which is read elsewhere.
      if (column.at(-1)?.[1] !== last) column.push([start, end]);
      columns.set(context, column);
    }
    before = word.replace(/\d+/g, '');
    last = end;
  }
  return [...columns.values()];
}
