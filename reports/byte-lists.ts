import type { Decoded } from './decoded.ts';

const numbers = /\d+/g;
const fewestBytes = 8;
/** Those of a byte in binary. */
const mostDigits = 8;
const nearby = 8;
const longestBetween = 40;

/** How ASCII looks in each base. */
const bases = [
  [10, /^\d{1,3}$/],
  [8, /^0?[01][0-7]{2}$/],
  [2, /^[01]{6,8}$/],
] as const;

interface NumberAt {
  readonly digits: string;
  readonly at: number;
}

/**
 * Eight or more bytes as numbers: `[116, 111]`, `116.0, 111.0`, `chr(116).chr(111)`, on lines of their own, and between words
 * that come again, `[{"value":116},{"value":111}]`. One pattern for all this takes k6's engine 17 ms for a text of 1 kB.
 */
export function fromNumbers(text: string): Decoded[] {
  return numberRuns(text).flatMap((bytes) =>
    bases
      .filter(([, form]) => bytes.filter(({ digits }) => form.test(digits)).length >= fewestBytes)
      .map(([base]) => ({
        text: bytes.map(({ digits }) => String.fromCharCode(Number.parseInt(digits, base))).join(''),
        places: () => bytes.map(({ digits, at }) => [at, at + digits.length] as const),
      })),
  );
}

function numberRuns(text: string): NumberAt[][] {
  const runs: NumberAt[][] = [];
  let run: NumberAt[] = [];
  let [end, between] = [0, ''];
  for (const { 0: digits, index: at } of text.matchAll(numbers)) {
    const before = between;
    between = text.slice(end, at);
    end = at + digits.length;
    const goesOn = digits.length <= mostDigits && (run.length === 0 || parts(between, before, run));
    if (!goesOn) {
      runs.push(run);
      run = [];
    }
    if (digits.length <= mostDigits) run.push({ digits, at });
  }
  return [...runs, run].filter(({ length }) => length >= fewestBytes);
}

/** Whether this may stand between two bytes of a run. */
function parts(between: string, before: string, { length }: readonly NumberAt[]): boolean {
  if (between.length <= nearby) return true;
  if (between.length > longestBetween) return false;
  return length === 1 || between === before || /^[,;\s]+$/.test(between);
}
