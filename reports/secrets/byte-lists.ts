import type { Decoded } from './decoded.ts';

const numbers = /\d+/g;
const fewestBytes = 8;
/** Those of a byte in binary. */
const mostDigits = 8;
const longestBetween = 40;

/** How ASCII looks in each base. */
const bases = [
  [10, /^\d{1,3}$/],
  [8, /^0?[01][0-7]{2}$/],
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
