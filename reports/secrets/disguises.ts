import { apart, type Decoded, decoded } from './decoded.ts';
import { fromColumns, fromNumbers } from './lists.ts';
import { unescaped } from './unescaped.ts';

/** What a text says under one encoding more, for each that it may be in. */
export function decodings(text: string): Decoded[] {
  return [
    ...[unescaped(text), decoded(places, text), decoded(dumped, text)].filter((one) => one !== null),
    ...alphabets.flatMap((alphabet) => fromDigits(text, alphabet)),
    ...fromNumbers(text),
    ...fromColumns(text),
  ];
}

/** The same of a text whose encoding begins where it does. */
export function saidIn(text: string): string[] {
  return [
    ...[unescaped(text)?.text ?? []].flat(),
    ...alphabets.flatMap((alphabet) =>
      runsOf(text, alphabet).map((groups) => bytesOf(digitsOf(groups), 0, alphabet)),
    ),
  ];
}

/** The place of a byte or character in `{"0":97,"1":98}`: how JavaScript writes an array of bytes or a spread text. */
const places = /(?<=[{,]\s*)\\*["']?\d{1,4}\\*["']?\s*:\s*/g;

/** The same in a dump of PHP: `[0] => a`. */
const dumped = /\[\d{1,4}\]\s*=>\s*/g;

const wideCharacters = /(?:[^\0]\0{1,3}){7}/;

/** UTF-16 and UTF-32 of ASCII, without the bytes of each character that are zero. */
export function fromWideCharacters(text: string): Decoded | null {
  return wideCharacters.test(text) ? decoded(/\0+/g, text) : null;
}

interface Alphabet {
  /** Enough digits for eight bytes, the fewest that are looked for; lines may break them. */
  readonly runs: RegExp;
  /** Digits, and what may separate groups of them. */
  readonly groups: RegExp;
  /** The digits of one group. */
  readonly group: RegExp;
  /** Words of a sentence are digits too, so only groups of equal length count. */
  readonly isLikeWords: boolean;
  readonly bitsPerDigit: number;
  /** Every how many digits a byte begins. */
  readonly period: number;
  /** By character code. */
  readonly values: readonly number[];
}

const base64: Alphabet = {
  runs: /[A-Za-z0-9+/_\r\n-]{11,}/g,
  groups: /[A-Za-z0-9+/_\s-]{11,}/g,
  group: /[A-Za-z0-9+/_-]+/g,
  isLikeWords: true,
  bitsPerDigit: 6,
  period: 4,
  values: valuesOf(
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  ),
};

const base32: Alphabet = {
  runs: /[A-Z2-7]{13,}|[a-z2-7]{13,}/g,
  groups: /[A-Z2-7\s-]{13,}/g,
  group: /[A-Z2-7]+/g,
  isLikeWords: false,
  bitsPerDigit: 5,
  period: 8,
  values: valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 'abcdefghijklmnopqrstuvwxyz234567'),
};

/** Groups: 6162 6364, 61:62, "61", "62", 0x61, 0x62 and U+0061. */
const hexadecimal: Alphabet = {
  runs: /[0-9a-fA-F\r\n]{16,}/g,
  groups: /[0-9a-fA-FxXuU\s!-/:-@[-`{-~]{16,}/g,
  group: /(?:(?!0[xX])[0-9a-fA-F])+/g,
  isLikeWords: false,
  bitsPerDigit: 4,
  period: 2,
  values: valuesOf('0123456789abcdef', '0123456789ABCDEF'),
};

const alphabets = [base64, base32, hexadecimal];

function valuesOf(...rows: readonly string[]): number[] {
  const values: number[] = new Array(128).fill(0);
  for (const alphabet of rows)
    [...alphabet].forEach((digit, value) => {
      values[digit.charCodeAt(0)] = value;
    });
  return values;
}

/** Digits that stand together, line breaks left out, and their place in the text. */
interface Group {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes of every long run of digits, once for each digit that they can begin at, in one text: many small ones would take
 * long. The place of a byte is that of its whole group of digits.
 */
function fromDigits(text: string, alphabet: Alphabet): Decoded[] {
  const { period, bitsPerDigit } = alphabet;
  const runs = runsOf(text, alphabet);
  if (runs.length === 0) return [];
  const decodedRuns = runs.flatMap((groups) => {
    const digits = digitsOf(groups);
    return Array.from({ length: period }, (_, first) => ({
      groups,
      first,
      bytes: bytesOf(digits, first, alphabet),
    }));
  });
  return [
    {
      text: decodedRuns.map(({ bytes }) => bytes).join(apart),
      places: () =>
        decodedRuns.flatMap(({ groups, first, bytes }) => {
          const groupAt = groups.flatMap((group) => Array.from(group.digits, () => group));
          const groupOfBit = (bit: number) => groupAt[first + Math.floor(bit / bitsPerDigit)] ?? groups[0];
          // One more, for what stands behind them.
          return Array.from({ length: bytes.length + 1 }, (_, byte) => [
            groupOfBit(8 * byte)?.start ?? 0,
            groupOfBit(8 * byte + 7)?.end ?? text.length,
          ]);
        }),
    },
  ];
}

function runsOf(text: string, alphabet: Alphabet): Group[][] {
  return [...unbrokenRuns(text, alphabet), ...groupedRuns(text, alphabet)];
}

function digitsOf(groups: readonly Group[]): string {
  return groups.map(({ digits }) => digits).join('');
}

function unbrokenRuns(text: string, { runs }: Alphabet): Group[][] {
  return [...text.matchAll(runs)].map(({ 0: run, index: start }) => [
    { digits: run.replace(/[\r\n]+/g, ''), start, end: start + run.length },
  ]);
}

function groupedRuns(text: string, { groups, group, isLikeWords, bitsPerDigit }: Alphabet): Group[][] {
  return [...text.matchAll(groups)]
    .flatMap(({ 0: run, index }) => {
      if (isLikeWords && !mayBeBase64InGroups(run)) return [];
      const found = [...run.matchAll(group)].map((match): Group => {
        const start = index + match.index;
        return { digits: match[0], start, end: start + match[0].length };
      });
      return isLikeWords ? evenlyLong(found) : [found];
    })
    .filter((found) => found.length > 1 && digitsOf(found).length * bitsPerDigit >= 64);
}

/** Neither a sentence nor hexadecimal, and separated by more than line breaks, which unbroken runs may contain. */
function mayBeBase64InGroups(run: string): boolean {
  return /\d/.test(run) && /[g-zG-Z]/.test(run) && /[^\S\r\n]/.test(run);
}

/** Runs of groups of equal length; the last group of a run may be shorter. */
function evenlyLong(groups: readonly Group[]): Group[][] {
  const rows: Group[][] = [];
  let size = 0;
  for (const group of groups) {
    const { length } = group.digits;
    const row = rows.at(-1) ?? [];
    const isLast = length < size && row.length > 1;
    if (length === size || isLast) row.push(group);
    else rows.push([group]);
    size = isLast ? 0 : length;
  }
  return rows;
}

function bytesOf(digits: string, first: number, { bitsPerDigit, values }: Alphabet): string {
  const bytes: string[] = [];
  let held = 0;
  let bits = 0;
  for (let index = first; index < digits.length; index += 1) {
    held = ((held << bitsPerDigit) | (values[digits.charCodeAt(index)] ?? 0)) & 0xffff;
    bits += bitsPerDigit;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(String.fromCharCode((held >> bits) & 0xff));
  }
  return bytes.join('');
}
