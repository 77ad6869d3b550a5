import type { Decoded, Place } from './decoded.ts';

const words = /[0-9A-Za-z]+/g;
const mostDigits = 3;
const fewestWords = 8;

interface WordAt {
  readonly word: string;
  readonly place: Place;
}

/**
 * The characters, and the bytes as numbers, that stand behind the same text, numbers in it aside: those of
 * `[{"at":0,"char":"a"},{"at":1,"char":"b"}]` and `<c>a</c><c>b</c>`. Signs are no words, and so left out.
 */
export function fromColumns(text: string): Decoded[] {
  // Between zeros stands what digits say from each of them on: bytes, in no columns.
  if (text.includes('\0')) return [];
  return columnsOf(text)
    .filter(({ length }) => length >= fewestWords)
    .flatMap((column) =>
      [charOf, byteOf].map((as) => ({
        text: column.map(({ word }) => as(word)).join(''),
        places: () => column.map(({ place }) => place),
      })),
    );
}

const charOf = (word: string) => (word.length === 1 ? word : '\0');
const byteOf = (word: string) => String.fromCharCode(Number(word));

function columnsOf(text: string): WordAt[][] {
  const columns = new Map<string, WordAt[]>();
  let before = '';
  let last = 0;
  for (const { 0: word, index: start } of text.matchAll(words)) {
    const end = start + word.length;
    if (word.length <= mostDigits) {
      const context = before + text.slice(last, start);
      const column = columns.get(context) ?? [];
      // One word directly behind another is in a list, which is read elsewhere.
      if (column.at(-1)?.place[1] !== last) column.push({ word, place: [start, end] });
      columns.set(context, column);
    }
    before = word.replace(/\d+/g, '');
    last = end;
  }
  return [...columns.values()];
}
