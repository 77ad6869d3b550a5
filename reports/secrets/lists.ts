import { apart, type Decoded, type Place } from './decoded.ts';

const numbers = /\d+/g;
const fewestBytes = 8;
/** Those of a byte in binary. */
const mostDigits = 8;
const longestBetween = 40;

/** How ASCII looks in each base. */
const bases = [
  [10, /^\d{1,3}$/],
  [8, /^0?[01]?[0-7]{2}$/],
  [2, /^[01]{6,8}$/],
] as const;

/**
 * Eight or more bytes as numbers, whatever stands between them: `[116, 111]`, `116.0, 111.0`, `chr(116).chr(111)` or
 * `[{"value":116},{"value":111}]`. One pattern for all this takes k6's engine 17 ms for a text of 1 kB.
 */
export function fromNumbers(text: string): Decoded[] {
  return numberRuns(text).flatMap((bytes) =>
    bases
      .filter(([, form]) => bytes.filter(([digits]) => form.test(digits)).length >= fewestBytes)
      .map(([base]) => ({
        text: bytes.map(([digits]) => String.fromCharCode(Number.parseInt(digits, base))).join(''),
        places: () => bytes.map(({ 0: { length }, index }) => [index, index + length] as const),
      })),
  );
}

function numberRuns(text: string): RegExpExecArray[][] {
  const runs: RegExpExecArray[][] = [[]];
  let end = 0;
  for (const found of text.matchAll(numbers)) {
    const { length } = found[0];
    if (found.index - end > longestBetween || length > mostDigits) runs.push([]);
    if (length <= mostDigits) runs.at(-1)?.push(found);
    end = found.index + length;
  }
  return runs.filter(({ length }) => length >= fewestBytes);
}

const words = /[0-9A-Za-z]+/g;
const longestWord = 3;
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
    if (word.length <= longestWord) {
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
