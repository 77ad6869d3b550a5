import { inTurn } from '../random.ts';
import type { Level } from './level.ts';

/** How many bytes of UTF-8 the data has: `share` in [0, 1), the n-th of the level, and at least as many as its characters take. */
export interface Length extends Level {
  readonly bytes: (share: number, turn: number, atLeast: number) => number;
}

export interface Characters extends Level {
  /** One of these, in turn, is in every unit of the text, beside random characters of ASCII. */
  readonly pieces: readonly string[];
  /** The random characters are digits. */
  readonly digits?: true;
  /** No encryption service would refuse this data. */
  readonly plain?: true;
}

export interface Repetition extends Level {
  readonly way: 'fresh' | 'block' | 'character';
}

/** How JSON is written: the text between the quotation marks, and the object around it. */
export interface Writing extends Level {
  readonly text: (raw: string) => string;
  readonly object: (data: string, algorithm: string) => string;
}

/** The most data of a probe and its twin. */
const mostBytesOfPairs = 65_536;
/** The most data of any call. */
export const mostBytesOfAll = 262_144;

/** Every length in between is as likely as one twice as long is half. */
const between =
  (from: number, to: number): Length['bytes'] =>
  (share, _, atLeast) => {
    const least = Math.max(from, atLeast);
    return Math.min(to, Math.floor(least * ((to + 1) / least) ** share));
  };

/** The powers of two with both neighbours, one after the other: buffers and blocks end there. */
function edges(from: number, to: number): Length['bytes'] {
  const powers = Array.from({ length: 17 }, (_, exponent) => 2 ** exponent);
  const all = new Set(powers.flatMap((power) => [power - 1, power, power + 1]));
  const own = [...all].filter((bytes) => bytes >= from && bytes <= to);
  return (_, turn, atLeast) => {
    const bytes = inTurn(own, turn);
    return bytes >= atLeast ? bytes : (own.find((one) => one >= atLeast) ?? bytes);
  };
}

const succeeds = (name: string, weight: number) => ({ name, weight, says: 'succeeds' }) as const;

const plainText = 'letters and digits';
const fresh = 'new at every place';

/** Long data is rare, so that a run stays fast. */
export const lengths: readonly Length[] = [
  {
    ...succeeds('no data', 4),
    bytes: () => 0,
    only: { characters: [plainText], repetition: [fresh] },
  },
  { ...succeeds('1 to 15 bytes', 14), bytes: between(1, 15) },
  { ...succeeds('16 to 255 bytes', 32), bytes: between(16, 255) },
  { ...succeeds('256 to 4,095 bytes', 14), bytes: between(256, 4095) },
  { ...succeeds('4 to 16 KiB', 7), bytes: between(4096, 16_383) },
  { ...succeeds('16 to 64 KiB', 3), bytes: between(16_384, 65_535) },
  { ...succeeds('a power of two or its neighbour, up to 1,025 bytes', 12), bytes: edges(1, 1025) },
  {
    ...succeeds('a power of two or its neighbour, from 2,047 bytes', 9),
    bytes: edges(2047, mostBytesOfPairs - 2),
  },
  { ...succeeds('64 KiB', 5), bytes: () => mostBytesOfPairs },
  // §8 shows no limit.
  {
    ...succeeds('64 to 256 KiB', 0),
    says: 'may be refused',
    bytes: between(mostBytesOfPairs + 1, mostBytesOfAll - 1),
  },
  { ...succeeds('256 KiB', 0), says: 'may be refused', bytes: () => mostBytesOfAll },
];

/** Tests that the service takes as much data as the contract says. */
export function declaredLength(bytes: number): Length {
  const weight = bytes <= mostBytesOfPairs ? 5 : 0;
  return { ...succeeds(`the declared ${bytes} bytes`, weight), bytes: () => bytes };
}

const fewBytes = lengths.slice(1, 4).map(({ name }) => name);

/** No piece has more than 12 bytes, and few of a unit's characters need an escape: bodies stay below 100 kB, a usual limit. */
export const charactersTried: readonly Characters[] = [
  { ...succeeds(plainText, 30), pieces: [''], plain: true },
  { ...succeeds('digits', 4), pieces: [''], digits: true, plain: true },
  { ...succeeds('white space', 4), pieces: [' ', ' \t', '\r\n', '  \n', '\t'] },
  { ...succeeds('quotation marks and backslashes', 5), pieces: ['"', "'", '\\', '\\\\"', '`"\'', '\\n'] },
  { ...succeeds('JSON in a string', 3), pieces: ['{"data":"', '"}', '[1,null]', '":{},"'] },
  { ...succeeds('markup', 4), pieces: ['</script>', '<!--', '&amp;', ']]>', '<b>', '%00'] },
  {
    ...succeeds('what firewalls and queries trip over', 5),
    pieces: [
      "' OR 1=1 --",
      '../../etc',
      '$' + '{jndi:x}',
      '{{7*7}}',
      '$(id)',
      '; ls |',
      '%27--',
      '<?php ',
      'UNION ALL',
    ],
  },
  {
    ...succeeds('control characters', 5),
    pieces: [
      '\0',
      '\u0001\u0002',
      '\u0003\u0004\u0005',
      '\u0006\u0007\b',
      '\v\f',
      '\u000e\u000f\u0010',
    ].concat(
      [
        '\u0011\u0012\u0013\u0014',
        '\u0015\u0016\u0017\u0018',
        '\u0019\u001a\u001b',
        '\u001c\u001d\u001e\u001f',
      ],
      ['\u007f\u0085', '\u2028', '\u2029'],
    ),
  },
  { ...succeeds('Latin letters outside ASCII', 4), pieces: ['äß', 'çñ', 'éÜø', 'ÿ', 'Žł'] },
  {
    ...succeeds('many scripts', 6),
    pieces: ['Ωж', 'א ع', 'ह', '漢字', 'かな', '한', '\ufdd0', '\ufffd', 'ﷺ'],
  },
  {
    ...succeeds('emoji and other planes', 5),
    pieces: ['\u{1f512}', '\u{1f469}\u200d\u{1f4bb}', '\u{20000}', '\u{e0101}', '\u{10fffd}', '\u{1d11e}'],
  },
  {
    ...succeeds('combining and bidirectional characters', 4),
    pieces: [
      'e\u0301',
      '\u202eabc\u202c',
      'o\u0308\u0323',
      '\u200f',
      '\u2066a\u2069',
      '\ufeff',
      '\u1e9b\u0323',
    ],
  },
];

export const repetitions: readonly Repetition[] = [
  { ...succeeds(fresh, 5), way: 'fresh' },
  { ...succeeds('a block again and again', 4), way: 'block' },
  {
    ...succeeds('one character again and again', 1),
    way: 'character',
    only: { characters: [plainText, 'digits'] },
  },
];

const quoted = (raw: string) => JSON.stringify(raw).slice(1, -1);
const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const inAscii = (raw: string) => quoted(raw).replace(/[^ -~]/g, escaped);
const compact: Writing['object'] = (data, algorithm) => `{"data":"${data}","algorithm":"${algorithm}"}`;

export const writings: readonly Writing[] = [
  { ...succeeds('compact', 24), text: quoted, object: compact },
  {
    ...succeeds('as Python writes it, in ASCII', 3),
    text: inAscii,
    object: (data, algorithm) => `{"data": "${data}", "algorithm": "${algorithm}"}`,
  },
  {
    ...succeeds('as PHP writes it, with slashes escaped', 3),
    text: (raw) => inAscii(raw).replaceAll('/', '\\/'),
    object: compact,
  },
  {
    ...succeeds('every character escaped', 2),
    text: (raw) => raw.replace(/[\s\S]/g, escaped),
    object: compact,
    only: { length: fewBytes },
  },
  {
    ...succeeds('with white space', 3),
    text: quoted,
    object: (data, algorithm) => `\r\n{\n\t"data" : "${data}",\n  "algorithm":\r\n"${algorithm}"}\n`,
  },
  {
    ...succeeds('with its keys in the other order', 3),
    text: quoted,
    object: (data, algorithm) => `{"algorithm":"${algorithm}","data":"${data}"}`,
  },
];
