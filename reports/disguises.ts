import { leavingOut, rewritten, unescaped, type View } from './unescaped.ts';

/** What stands in the view under one more encoding; nothing where nothing is encoded. */
export function decodings(view: View): View[] {
  const inner = [
    ...[unescaped(view), leavingOut(places, view)].filter((one) => one !== null),
    ...[base64, base32, hexadecimal].flatMap((alphabet) => decoded(view, alphabet)),
    ...decimalBytes(view),
  ];
  return [...inner, ...inner.flatMap(fromWideCharacters)];
}

/** The place of a byte or character in `{"0":97,"1":98}`: how JavaScript writes an array of bytes or a spread text. */
const places = /(?<=[{,]\s*)\\*["']?\d{1,4}\\*["']?\s*:\s*/g;

const zero = String.fromCharCode(0);
const zeros = new RegExp(`${zero}+`, 'g');
const wideCharacters = new RegExp(`(?:[^${zero}]${zero}{1,3}){7,}[^${zero}]?`, 'g');

/** UTF-16 and UTF-32 of ASCII, without the bytes of each character that are zero; nothing else of the view. */
function fromWideCharacters(view: View): View[] {
  let at = 0;
  const parts = [...view.text.matchAll(wideCharacters)].flatMap(({ 0: run, index: start }) => {
    const between = { start: at, end: start, as: zero };
    at = start + run.length;
    const left = [...run.matchAll(zeros)].map(({ 0: bytes, index }) => ({
      start: start + index,
      end: start + index + bytes.length,
      as: '',
    }));
    return [between, ...left];
  });
  if (parts.length === 0) return [];
  const narrow = rewritten(view, [...parts, { start: at, end: view.text.length, as: '' }]);
  return narrow === null ? [] : [narrow];
}

interface Alphabet {
  /** Digits enough for eight bytes, the fewest that anybody looks for; they may be broken in lines. */
  readonly runs: RegExp;
  /** Digits, and what may stand between groups of them. */
  readonly groups: RegExp;
  /** The digits of one group. */
  readonly group: RegExp;
  /** Any words of a sentence are digits too: only groups of one length are taken for more than words. */
  readonly isLikeWords: boolean;
  readonly fewestDigits: number;
  readonly bitsPerDigit: number;
  /** Digits among which one begins a byte. */
  readonly period: number;
  /** By character code. */
  readonly values: readonly number[];
}

const base64: Alphabet = {
  runs: /[A-Za-z0-9+/_\r\n-]{11,}/g,
  groups: /[A-Za-z0-9+/_\s-]{11,}/g,
  group: /[A-Za-z0-9+/_-]+/g,
  isLikeWords: true,
  fewestDigits: 11,
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
  fewestDigits: 13,
  bitsPerDigit: 5,
  period: 8,
  values: valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 'abcdefghijklmnopqrstuvwxyz234567'),
};

/** Groups: 6162 6364, 61:62, "61", "62" and 0x61, 0x62. */
const hexadecimal: Alphabet = {
  runs: /[0-9a-fA-F\r\n]{16,}/g,
  groups: /[0-9a-fA-FxX\s!-/:-@[-`{-~]{16,}/g,
  group: /(?:(?!0[xX])[0-9a-fA-F])+/g,
  isLikeWords: false,
  fewestDigits: 16,
  bitsPerDigit: 4,
  period: 2,
  values: valuesOf('0123456789abcdef', '0123456789ABCDEF'),
};

function valuesOf(...alphabets: readonly string[]): number[] {
  const values: number[] = new Array(128).fill(0);
  for (const alphabet of alphabets)
    [...alphabet].forEach((digit, value) => {
      values[digit.charCodeAt(0)] = value;
    });
  return values;
}

/** Digits that belong together, in one group or in many. */
interface Run {
  readonly digits: string;
  readonly groups: readonly Group[];
}

interface Group {
  readonly start: number;
  readonly end: number;
  /** Digits of the run before it. */
  readonly before: number;
}

/**
 * The bytes of every long run of digits, once for each digit that they can begin at, as one text: many small ones take
 * long. What is found in a group of digits stands for all of it.
 */
function decoded({ text, placeOf }: View, alphabet: Alphabet): View[] {
  const { period, bitsPerDigit } = alphabet;
  const pieces: { readonly at: number; readonly first: number; readonly run: Run }[] = [];
  const texts: string[] = [];
  let at = 0;
  for (const run of [...unbrokenRuns(text, alphabet), ...groupedRuns(text, alphabet)]) {
    for (let first = 0; first < period; first += 1) {
      const bytes = bytesOf(run.digits, first, alphabet);
      pieces.push({ at, first, run });
      texts.push(bytes);
      at += bytes.length + 1;
    }
  }
  if (pieces.length === 0) return [];
  const groupOf = (char: number, bit: number) => {
    const piece = pieces.findLast((one) => one.at <= char);
    if (piece === undefined) return undefined;
    const digit = piece.first + Math.floor(((char - piece.at) * 8 + bit) / bitsPerDigit);
    return piece.run.groups.findLast(({ before }) => before <= digit);
  };
  return [
    {
      text: texts.join(zero),
      placeOf: (start, end) =>
        placeOf(groupOf(start, 0)?.start ?? 0, groupOf(end - 1, 7)?.end ?? text.length),
    },
  ];
}

function unbrokenRuns(text: string, { runs }: Alphabet): Run[] {
  return [...text.matchAll(runs)].map(({ 0: run, index: start }) => ({
    digits: run.replace(/[\r\n]+/g, ''),
    groups: [{ start, end: start + run.length, before: 0 }],
  }));
}

function groupedRuns(text: string, { groups, group, isLikeWords, fewestDigits }: Alphabet): Run[] {
  return [...text.matchAll(groups)].flatMap(({ 0: run, index: start }): Run[] => {
    if (isLikeWords && !mayBeBase64InGroups(run)) return [];
    const found = [...run.matchAll(group)].map(({ 0: digits, index }) => ({ digits, start: start + index }));
    return (isLikeWords ? evenlyLong(found) : [found])
      .filter(({ length }) => length > 1)
      .map(joined)
      .filter(({ digits }) => digits.length >= fewestDigits);
  });
}

/** No sentence, no hexadecimal, and not parted by line breaks alone, which part no run. */
function mayBeBase64InGroups(run: string): boolean {
  return /\d/.test(run) && /[g-zG-Z]/.test(run) && /[^\S\r\n]/.test(run);
}

interface Digits {
  readonly digits: string;
  readonly start: number;
}

/** Neighbours of one length; the last may be shorter. */
function evenlyLong(all: readonly Digits[]): Digits[][] {
  const rows: Digits[][] = [];
  let size = 0;
  for (const one of all) {
    const { length } = one.digits;
    const row = rows.at(-1) ?? [];
    const isLast = length < size && row.length > 1;
    if (length === size || isLast) row.push(one);
    else rows.push([one]);
    size = isLast ? 0 : length;
  }
  return rows;
}

function joined(all: readonly Digits[]): Run {
  let before = 0;
  const groups = all.map(({ digits, start }) => {
    before += digits.length;
    return { start, end: start + digits.length, before: before - digits.length };
  });
  return { digits: all.map(({ digits }) => digits).join(''), groups };
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

/** Eight or more bytes, each by its number, as JSON writes the bytes of a buffer. */
function decimalBytes({ text, placeOf }: View): View[] {
  return [...text.matchAll(/(?:\d{1,3}[,;\s]{1,40}){7,}\d{1,3}/g)].map(({ 0: run, index: start }) => {
    const found = [...run.matchAll(/\d+/g)].map(({ 0: byte, index }) => ({ byte, at: start + index }));
    return {
      text: found.map(({ byte }) => String.fromCharCode(Number(byte))).join(''),
      placeOf: (from, to) => {
        const [first, last] = [found[from], found[to - 1]];
        return placeOf(
          first?.at ?? start,
          last === undefined ? start + run.length : last.at + last.byte.length,
        );
      },
    };
  });
}
