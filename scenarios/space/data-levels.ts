import { inTurn } from '../random.ts';
import { commonCredentials } from './credential-levels.ts';
import { type Level, mayBeRefused, usual } from './level.ts';

/** Size of the data in bytes of UTF-8. `share`: in [0, 1). `turn`: the n-th text of the level. `atLeast`: the least that its characters need. */
type Bytes = (share: number, turn: number, atLeast: number) => number;

export interface DataLevels {
  readonly length: Level & { readonly bytes: Bytes };
  readonly characters: Level & {
    /** Pieces that take turns. Each unit of a text is one piece followed by random ASCII characters. */
    readonly pieces: readonly string[];
    /** What stands around a whole text, in turn. */
    readonly around?: readonly (readonly [before: string, after: string])[];
    /** Whole texts, in turn, in place of data of 1 to 15 bytes, or of the first length in `only`. */
    readonly texts?: readonly string[];
    /** The random characters are digits of this base. */
    readonly base: 10 | 36;
    /** Only the beginning and the end of a text have such digits; between them are random Chinese characters. */
    readonly areChinese?: true;
  };
  readonly repetition: Level & { readonly way: 'fresh' | 'alike' | 'spelt' | 'block' | 'character' };
  /** How JSON is written: the text between the quotation marks, and the object around it. `algorithm` is JSON already. */
  readonly writing: Level & {
    readonly text: (raw: string) => string;
    readonly object: (data: string, algorithm: string) => string;
  };
}

/** The most data of a probe and its twin. */
const mostBytesOfPairs = 65_536;
/** The most data of any call. */
export const mostBytesOfAll = 262_144;

/** Logarithmic: each doubling of the length is equally likely. */
const between =
  (from: number, to: number): Bytes =>
  (share, _, atLeast) => {
    const least = Math.max(from, atLeast);
    return Math.min(to, Math.floor(least * ((to + 1) / least) ** share));
  };

/** Powers of two and both neighbours, in turn: buffers and blocks end there. */
function edges(from: number, to: number): Bytes {
  const powers = Array.from({ length: 17 }, (_, exponent) => 2 ** exponent);
  const all = new Set(powers.flatMap((power) => [power - 1, power, power + 1]));
  const own = [...all].filter((bytes) => bytes >= from && bytes <= to);
  return (_, turn, atLeast) => {
    const bytes = inTurn(own, turn);
    return bytes >= atLeast ? bytes : (own.find((one) => one >= atLeast) ?? bytes);
  };
}

const length = (name: string, weight: number, bytes: Bytes): DataLevels['length'] =>
  (weight === 0 ? mayBeRefused : usual)(name, weight, { bytes });

/** The levels of data that differs from other data in its length alone. */
export const plainest = {
  characters: 'letters and digits',
  repetition: 'new at every place',
  writing: 'compact',
} as const;

export const shortest = '1 to 15 bytes';

/**
 * Long data is rare to keep runs fast. Lengths of weight 0 are planned one by one, because a service may refuse that much: §8 shows no
 * limit.
 */
export const lengths: readonly DataLevels['length'][] = [
  {
    ...length('the empty string', 4, () => 0),
    only: {
      characters: [plainest.characters],
      repetition: [plainest.repetition],
      // The result of no data may be empty.
      credential: commonCredentials,
    },
  },
  length(shortest, 14, between(1, 15)),
  length('16 to 255 bytes', 32, between(16, 255)),
  length('256 to 4,095 bytes', 14, between(256, 4095)),
  length('4 to 16 KiB', 7, between(4096, 16_383)),
  length('16 to 64 KiB', 3, between(16_384, 65_535)),
  length('a power of two or its neighbour, up to 1,025 bytes', 12, edges(1, 1025)),
  length('a power of two or its neighbour, from 2,047 bytes', 9, edges(2047, mostBytesOfPairs - 2)),
  length('64 KiB', 5, () => mostBytesOfPairs),
  length('64 to 256 KiB', 0, between(mostBytesOfPairs + 1, mostBytesOfAll - 1)),
  length('256 KiB', 0, () => mostBytesOfAll),
];

/** Tests that the service accepts as much data as the contract says. */
export function declaredLength(bytes: number): DataLevels['length'] {
  const own = length(`the declared ${bytes} bytes`, bytes <= mostBytesOfPairs ? 5 : 0, () => bytes);
  return { ...own, says: 'succeeds' };
}

const namesOf = (levels: readonly Level[]) => levels.map(({ name }) => name);

const characters = (
  name: string,
  weight: number,
  pieces: readonly string[],
  more: Partial<DataLevels['characters']> = {},
): DataLevels['characters'] => usual(name, weight, { pieces, base: 36 as const, ...more });
const apart = (text: string) => text.split(' ');
const codes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => String.fromCharCode(from + at));
const separators = ['\u007f\u0085', '\u2028', '\u2029'];
/** Characters below U+0020, which a contract may declare to be refused. */
const controls = [...codes(0, 9), ...codes(11, 13), ...codes(14, 32)];
const attacks = "' OR 1=1 --|../../etc|$\u007bjndi:x}|{{7*7}}|$(id)|; ls |%27--|<?php |UNION ALL".split('|');
const planes = '\u{1f512} \u{1f469}\u200d\u{1f4bb} \u{20000} \u{e0101} \u{10fffd} \u{1d11e}';
const marks =
  'e\u0301 \u202eabc\u202c o\u0308\u0323 \u200f \u2066a\u2069 \ufeff \u1e9b\u0323 \u1112\u1161\u11ab';

export const datesAndNumbers = 'a date or a number, as programs write them otherwise';

/** Pieces have at most 12 bytes and few characters that need escapes, so bodies stay below 100 kB, a usual limit. */
export const charactersTried: readonly DataLevels['characters'][] = [
  characters(plainest.characters, 30, ['']),
  characters('digits', 4, [''], { base: 10 }),
  characters('white space', 4, [' ', ' \t', '\r\n', '      \n', '\t'], {
    around: [
      [' ', '  \t \r\n'],
      ['\r\n\t   ', ' '],
    ],
  }),
  characters('quotation marks and backslashes', 5, apart('" \' \\ \\\\" `"\' \\n')),
  characters('JSON in a string', 3, apart('{"data":" "} [1,null] ":{},"')),
  characters('a whole text in a format of its own', 6, [''], {
    around: [
      ['{"a":"', '"}'],
      ['["', '"]'],
      ['"', '"'],
      ['', '='],
      ['', '=='],
      ['<a>', '</a>'],
      // After an @, some programs expect a file name.
      ['@', ''],
    ],
    // Languages and decoders may take these for nothing. White space alone is left out: services may refuse it, like no data.
    texts: ['0', 'null'],
  }),
  characters(datesAndNumbers, 3, [''], {
    only: { length: namesOf(lengths.slice(2, 3)), repetition: [plainest.repetition] },
    texts: [
      ...['2026-11-30T17:03:21.1234567Z', '2026-11-30T17:03:21.120000+01:00', '2026-11-30T17:03:00.000Z'],
      ...['0000000000000042', '0000000000000000000000000042', '-00000000000000000000000.5000'],
      '1.000000000000000000000000E+3',
    ],
  }),
  characters(
    'pairs that templates and quoting take for one character',
    4,
    apart("$$$$$$$$ %%%%%%%% '''''''' {{}}{{}}"),
  ),
  characters('markup', 4, apart('</script> <!-- &amp; ]]> <b> %00')),
  characters('what firewalls and queries trip over', 5, attacks),
  characters('control characters', 5, controls),
  characters('Latin letters outside ASCII', 4, apart('äß çñ éÜø ÿ Žł')),
  characters('many scripts', 6, [...apart('Ωж ह 漢字 かな 한 \ufdd0 ﷺ'), 'א ع']),
  characters('Chinese characters', 4, [''], {
    areChinese: true,
    only: { length: namesOf(lengths.slice(2, 5)), repetition: [plainest.repetition] },
  }),
  characters('emoji and other planes', 5, apart(planes)),
  characters('combining, bidirectional and separating characters', 4, [...apart(marks), ...separators]),
];

/** Databases and file systems may take such data for equal. */
export const spelt = 'other data but for case, an accent, or a space at the end';

export const repetitions: readonly DataLevels['repetition'][] = [
  usual(plainest.repetition, 5, { way: 'fresh' }),
  usual('begins like other data', 2, {
    way: 'alike',
    only: { length: namesOf(lengths.slice(2, 5)), characters: [plainest.characters, 'digits'] },
  }),
  usual(spelt, 1, {
    way: 'spelt',
    only: { length: namesOf(lengths.slice(2, 3)), characters: [plainest.characters] },
  }),
  usual('a block again and again', 4, { way: 'block' }),
  usual('one character again and again', 1, {
    way: 'character',
    only: { characters: [plainest.characters, 'digits'] },
  }),
];

type Writing = DataLevels['writing'];

const around =
  (before: string, between: string, after: string): Writing['object'] =>
  (data, algorithm) =>
    `${before}${data}${between}${algorithm}${after}`;
const compact = around('{"data":"', '","algorithm":', '}');

const writing = (name: string, weight: number, text: Writing['text'], object = compact): Writing =>
  usual(name, weight, { text, object });

const quoted = (raw: string) => JSON.stringify(raw).slice(1, -1);
const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const inAscii = (raw: string) => quoted(raw).replace(/[^ -~]/g, escaped);

export const writings: readonly Writing[] = [
  writing(plainest.writing, 24, quoted),
  writing('as Python writes it, in ASCII', 3, inAscii, around('{"data": "', '", "algorithm": ', '}')),
  writing('as PHP writes it, with slashes escaped', 3, (raw) => inAscii(raw).replaceAll('/', '\\/')),
  {
    ...writing('every character escaped', 2, (raw) => raw.replace(/[\s\S]/g, escaped)),
    only: { length: namesOf(lengths.slice(1, 4)) },
  },
  writing('with white space', 3, quoted, around('\r\n{\n\t"data" : "', '",\n  "algorithm":\r\n', '}\n')),
  writing('with its keys in the other order', 3, quoted, (data, algorithm) => {
    return `{"algorithm":${algorithm},"data":"${data}"}`;
  }),
];
