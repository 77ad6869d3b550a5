import { type Decoded, rewritten } from './decoded.ts';

/** Percent signs, entities and backslashes, each resolved once: what is escaped twice takes two rounds. */
export function unescaped(text: string): Decoded | null {
  let at = 0;
  const escapes = [...text.matchAll(/[%&\\]/g)].flatMap(({ index: start }) => {
    const found = start < at ? null : escapeAt(text, start);
    if (found === null) return [];
    at = start + found.length;
    return [{ start, end: at, as: found.char }];
  });
  return rewritten(text, escapes);
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
  if (next === 'u') return numbered(text, start, 2, 4) ?? braced(text, start);
  if (next === 'U') return numbered(text, start, 2, 8);
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

/** As Rust, Swift and newer JavaScript write it: \\u{71}. */
function braced(text: string, start: number): Escape | null {
  const [whole, hex = ''] = /^\\u\{([0-9a-fA-F]{1,6})\}/.exec(text.slice(start, start + 10)) ?? [];
  return whole === undefined
    ? null
    : { char: String.fromCharCode(Number.parseInt(hex, 16)), length: whole.length };
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
