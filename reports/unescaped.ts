/** Percent signs, entities and backslashes, each resolved once: what was escaped twice is seen in the next round. */
export function unescaped(view: View): View | null {
  let at = 0;
  const escapes = [...view.text.matchAll(/[%&\\]/g)].flatMap(({ index: start }) => {
    const found = start < at ? null : escapeAt(view.text, start);
    if (found === null) return [];
    at = start + found.length;
    return [{ start, end: at, as: found.char }];
  });
  return rewritten(view, escapes);
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

/** A text, or what stands in it under an encoding. */
export interface View {
  readonly text: string;
  /** Where a part of this text stands in the text that was looked at first. */
  readonly placeOf: (start: number, end: number) => Place;
}

export type Place = readonly [start: number, end: number];

/** A part of a text that stands in a view as something else. */
interface Rewritten {
  readonly start: number;
  readonly end: number;
  readonly as: string;
}

/** The view with parts of its text rewritten, in their order; null: there are none. */
export function rewritten({ text, placeOf }: View, parts: readonly Rewritten[]): View | null {
  if (parts.length === 0) return null;
  let at = 0;
  const pieces = parts.map(({ start, end, as }) => {
    const before = text.slice(at, start);
    at = end;
    return before + as;
  });
  return { text: pieces.join('') + text.slice(at), placeOf: origins({ text, placeOf }, () => parts) };
}

/** The view without the signs that the pattern finds; null: it has none. */
export function leavingOut(signs: RegExp, { text, placeOf }: View): View | null {
  const kept = text.replace(signs, '');
  if (kept.length === text.length) return null;
  const left = () =>
    [...text.matchAll(signs)].map(({ 0: sign, index }) => ({
      start: index,
      end: index + sign.length,
      as: '',
    }));
  return { text: kept, placeOf: origins({ text, placeOf }, left) };
}

/** Worked out for the first place that is asked for: in most texts there is nothing to hide. */
function origins({ text, placeOf }: View, parts: () => readonly Rewritten[]): View['placeOf'] {
  let known: Place[] | null = null;
  return (start, end) => {
    known ??= placesOfChars(text, parts());
    return placeOf(known[start]?.[0] ?? text.length, known[end - 1]?.[1] ?? text.length);
  };
}

function placesOfChars(text: string, parts: readonly Rewritten[]): Place[] {
  const places: Place[] = [];
  let at = 0;
  for (const { start, end, as } of [...parts, { start: text.length, end: text.length, as: '' }]) {
    for (; at < start; at += 1) places.push([at, at + 1]);
    for (let char = 0; char < as.length; char += 1) places.push([start, end]);
    at = end;
  }
  return places;
}
