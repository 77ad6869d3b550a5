import { decimalBytes, hexadecimalBytes, listed } from './byte-lists.ts';

/** A text, or what stands in it under an encoding. */
export interface View {
  readonly text: string;
  /** Where a part of this text stands in the text that was looked at first. */
  readonly placeOf: (start: number, end: number) => Place;
}

export type Place = readonly [start: number, end: number];

/** What stands in the view under one more encoding; nothing where nothing is encoded. */
export function decodings(view: View): View[] {
  return [
    ...unescaped(view),
    ...[base64, base32, hexadecimal].flatMap((alphabet) => decoded(view, alphabet)),
    ...[decimalBytes, hexadecimalBytes].flatMap((list) => listed(view, list)),
  ];
}

/** Percent signs, entities and backslashes, each resolved once: what was escaped twice is seen in the next round. */
function unescaped({ text, placeOf }: View): View[] {
  const parts: string[] = [];
  const escapes: { readonly at: number; readonly start: number; readonly end: number }[] = [];
  let copied = 0;
  let length = 0;
  const signs = /[%&\\]/g;
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    const { index: start } = sign;
    const found = start < copied ? null : escapeAt(text, start);
    if (found === null) continue;
    parts.push(text.slice(copied, start), found.char);
    length += start - copied + 1;
    copied = start + found.length;
    escapes.push({ at: length - 1, start, end: copied });
  }
  if (escapes.length === 0) return [];
  parts.push(text.slice(copied));
  /** Between escapes nothing but the distance to the one before counts. */
  const span = (at: number): Place => {
    const before = escapes.findLast((one) => one.at <= at);
    if (before === undefined) return [at, at + 1];
    const start = before.end + at - before.at - 1;
    return before.at === at ? [before.start, before.end] : [start, start + 1];
  };
  return [{ text: parts.join(''), placeOf: (start, end) => placeOf(span(start)[0], span(end - 1)[1]) }];
}

interface Escape {
  readonly char: string;
  /** Characters that it takes. */
  readonly length: number;
}

function escapeAt(text: string, start: number): Escape | null {
  const sign = text.charAt(start);
  if (sign === '%') return numbered(text, start, 1, 2) ?? percentU(text, start);
  return sign === '&' ? entity(text, start) : backslashed(text, start);
}

/** As the old escape() of JavaScript writes it. */
function percentU(text: string, start: number): Escape | null {
  return text.charAt(start + 1) === 'u' ? numbered(text, start, 2, 4) : null;
}

function backslashed(text: string, start: number): Escape | null {
  const next = text.charAt(start + 1);
  if (next === 'u') return numbered(text, start, 2, 4);
  if (next === 'x') return numbered(text, start, 2, 2);
  if (next === '') return null;
  const octal = text.slice(start + 1, start + 4);
  if (/^[0-3][0-7]{2}$/.test(octal))
    return { char: String.fromCharCode(Number.parseInt(octal, 8)), length: 4 };
  return { char: 'nrt'.includes(next) ? '\n' : next, length: 2 };
}

/** A character by its hexadecimal number of `digits` digits, `skip` characters after the start. */
function numbered(text: string, start: number, skip: number, digits: number): Escape | null {
  const hex = text.slice(start + skip, start + skip + digits);
  if (hex.length !== digits || !/^[0-9a-fA-F]+$/.test(hex)) return null;
  return { char: String.fromCharCode(Number.parseInt(hex, 16)), length: skip + digits };
}

/** The named entities of ASCII's signs: letters and digits have none. */
const signsByName: ReadonlyMap<string, string> = new Map(
  `excl ! quot " num # dollar $ percnt % amp & apos ' lpar ( rpar ) ast * plus + comma , period . sol / colon : semi ;
   lt < equals = gt > quest ? commat @ lsqb [ lbrack [ bsol \\ rsqb ] rbrack ] hat ^ lowbar _ underbar _ grave \` lcub {
   lbrace { vert | verbar | rcub } rbrace }`
    .split(/\s+/)
    .flatMap((name, index, words) => (index % 2 === 0 ? [[name, words[index + 1] ?? ''] as const] : [])),
);

function entity(text: string, start: number): Escape | null {
  const found = /^&(#[xX]?)?([0-9A-Za-z]+);?/.exec(text.slice(start, start + 12));
  if (found === null) return null;
  const [whole, number = '', name = ''] = found;
  const code = number.length === 2 ? Number.parseInt(name, 16) : Number(name);
  const char = number === '' ? signsByName.get(name.toLowerCase()) : String.fromCharCode(code);
  return char === undefined || (number !== '' && Number.isNaN(code)) ? null : { char, length: whole.length };
}

interface Alphabet {
  /** Digits enough for eight bytes, the fewest that anybody looks for; they may be broken in lines. */
  readonly runs: RegExp;
  readonly bitsPerDigit: number;
  /** Digits among which one begins a byte. */
  readonly period: number;
  /** By character code. */
  readonly values: readonly number[];
}

const base64: Alphabet = {
  runs: /[A-Za-z0-9+/_\r\n-]{11,}/g,
  bitsPerDigit: 6,
  period: 4,
  values: valuesOf(
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
  ),
};

const base32: Alphabet = {
  runs: /[A-Z2-7]{13,}|[a-z2-7]{13,}/g,
  bitsPerDigit: 5,
  period: 8,
  values: valuesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 'abcdefghijklmnopqrstuvwxyz234567'),
};

const hexadecimal: Alphabet = {
  runs: /[0-9a-fA-F\r\n]{16,}/g,
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

/** Bytes decoded from a run of digits, as a part of a view. */
interface Piece {
  /** Where it begins in the view. */
  readonly at: number;
  readonly run: string;
  /** Where the run begins in the text it was found in. */
  readonly index: number;
  /** The digit with which the first byte begins. */
  readonly first: number;
}

/** The bytes of every long run of digits, once for each digit that they can begin at, as one text. */
function decoded({ text, placeOf }: View, alphabet: Alphabet): View[] {
  const { period, bitsPerDigit } = alphabet;
  const pieces: Piece[] = [];
  const texts: string[] = [];
  let at = 0;
  for (const { 0: run, index } of text.matchAll(alphabet.runs)) {
    const digits = run.replace(/[\r\n]+/g, '');
    for (let first = 0; first < period; first += 1) {
      const bytes = bytesOf(digits, first, alphabet);
      pieces.push({ at, run, index, first });
      texts.push(bytes);
      at += bytes.length + 1;
    }
  }
  if (pieces.length === 0) return [];
  const span = (start: number, end: number): Place => {
    const piece = pieces.findLast((one) => one.at <= start) as Piece;
    const bits = (byte: number) => (byte - piece.at) * 8;
    const from = piece.first + Math.floor(bits(start) / bitsPerDigit);
    const last = piece.first + Math.ceil(bits(end) / bitsPerDigit) - 1;
    return placeOf(piece.index + positionOf(piece.run, from), piece.index + positionOf(piece.run, last) + 1);
  };
  return [{ text: texts.join('\u0000'), placeOf: span }];
}

/** Where a digit stands in a run that is broken in lines. */
function positionOf(run: string, digit: number): number {
  if (!/[\r\n]/.test(run)) return digit;
  let position = -1;
  for (let seen = -1; seen < digit; ) {
    position += 1;
    if (!'\r\n'.includes(run.charAt(position))) seen += 1;
  }
  return position;
}

function bytesOf(digits: string, first: number, { bitsPerDigit, values }: Alphabet): string {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (let index = first; index < digits.length; index += 1) {
    held = ((held << bitsPerDigit) | (values[digits.charCodeAt(index)] ?? 0)) & 0xffff;
    bits += bitsPerDigit;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return textOf(bytes);
}

const atOnce = 4096;

function textOf(bytes: readonly number[]): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += atOnce)
    parts.push(String.fromCharCode(...bytes.slice(start, start + atOnce)));
  return parts.join('');
}
