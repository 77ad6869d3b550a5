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
  if (!/[%&\\]/.test(text)) return [];
  const chars: string[] = [];
  const origins: number[] = [];
  for (let at = 0; at < text.length; ) {
    const found = escapeAt(text, at);
    chars.push(found?.char ?? text.charAt(at));
    origins.push(at);
    at += found?.length ?? 1;
  }
  if (chars.length === text.length) return [];
  const originOf = (at: number) => origins[at] ?? text.length;
  return [{ text: chars.join(''), placeOf: (start, end) => placeOf(originOf(start), originOf(end)) }];
}

interface Escape {
  readonly char: string;
  /** Characters that it takes. */
  readonly length: number;
}

function escapeAt(text: string, start: number): Escape | null {
  const sign = text.charAt(start);
  if (sign === '%') return numbered(text, start, 1, 2) ?? percentU(text, start);
  if (sign === '&') return entity(text, start);
  return sign === '\\' ? backslashed(text, start) : null;
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

/**
 * The bytes of every long run of digits, once for each digit that they can begin at, as one text: many small ones take
 * long. What is found in a run stands for all of it.
 */
function decoded({ text, placeOf }: View, alphabet: Alphabet): View[] {
  const pieces: { readonly at: number; readonly start: number; readonly end: number }[] = [];
  const texts: string[] = [];
  let at = 0;
  for (const { 0: run, index: start } of text.matchAll(alphabet.runs)) {
    const digits = run.replace(/[\r\n]+/g, '');
    for (let first = 0; first < alphabet.period; first += 1) {
      const bytes = bytesOf(digits, first, alphabet);
      pieces.push({ at, start, end: start + run.length });
      texts.push(bytes);
      at += bytes.length + 1;
    }
  }
  if (pieces.length === 0) return [];
  const pieceOf = (char: number) => pieces.findLast((piece) => piece.at <= char);
  return [
    {
      text: texts.join('\u0000'),
      placeOf: (start, end) => placeOf(pieceOf(start)?.start ?? 0, pieceOf(end - 1)?.end ?? text.length),
    },
  ];
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

/** Eight or more bytes, each by its number. */
interface ByteList {
  readonly runs: RegExp;
  readonly bytes: RegExp;
  readonly radix: number;
}

/** As JSON writes the bytes of a buffer. */
const decimalBytes: ByteList = {
  runs: /(?:\d{1,3}[,;\s]{1,40}){7,}\d{1,3}/g,
  bytes: /\d+/g,
  radix: 10,
};

/** 61:62, 61 62, 61-62 and 0x61, 0x62. */
const hexadecimalBytes: ByteList = {
  runs: /(?:[0-9a-fA-F]{2}(?:[:,;\s-]{1,40}(?:0x)?)){7,}[0-9a-fA-F]{2}/g,
  bytes: /[0-9a-fA-F]{2}/g,
  radix: 16,
};

function listed({ text, placeOf }: View, { runs, bytes, radix }: ByteList): View[] {
  return [...text.matchAll(runs)].map(({ 0: run, index: start }) => {
    const found = [...run.matchAll(bytes)].map(({ 0: byte, index }) => ({ byte, at: start + index }));
    return {
      text: found.map(({ byte }) => String.fromCharCode(Number.parseInt(byte, radix))).join(''),
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
