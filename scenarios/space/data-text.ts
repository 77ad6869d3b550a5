import { remembered } from '../../checks/remembered.ts';
import { utf8Bytes } from '../../checks/utf8-bytes.ts';
import { inTurn, mix, randomText, shareOf } from '../random.ts';
import { type DataLevels, shortest } from './data-levels.ts';

const randomCharacters = 16;
/**
 * How many characters data shares with other data that it begins like: this many, or half of longer data, but never its last random ones. A
 * cache may take a beginning for its key, and an index of a database some of 767 bytes to some kilobytes.
 */
const leastAlike = 256;
/** A run spells this many texts in several ways: few enough that each comes in every spelling. */
const textsSpelt = 8;
const spellings = [
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.replace('e', '\u00e9'),
  (text: string) => `${text} `,
];

/** The longest body of a probe: many services accept no more than 100 kB. Longer data that the contract declares may fill as many bytes as it has. */
const mostOfProbe = 98_304;

/** Makes texts in JSON notation. Long ones are cut from pools, made once: k6's engine takes 20 ms or more to create or escape 64 KiB. */
export function textMaker(seed: number, poolBytes: number, mostBodyBytes = mostOfProbe) {
  const randomOf = remembered((base: number) => randomText(0, poolBytes, mix(seed, 7919), base));
  const poolOf = remembered((characters: DataLevels['characters']) =>
    newPool(characters, randomOf(characters.base)),
  );

  /** The n-th text of the run, at most `mostBytes` long. `turn`: number of earlier texts of the same length. */
  return (levels: DataLevels, index: number, turn: number, mostBytes: number): string => {
    const { length, characters, repetition, writing } = levels;
    if (repetition.way === 'spelt') return writing.text(speltText(length, mix(index + 31, seed), mostBytes));
    const { texts = [], only } = characters;
    const whole = length.name === (only?.length?.[0] ?? shortest) ? texts : [];
    const fitting = whole.filter((text) => text.length <= mostBytes);
    // Drawn, because probes of one credential have every fourth number.
    const drawn = mix(index + 47, seed);
    if (fitting.length > 0) return writing.text(inTurn(fitting, drawn));
    const [before, after] = inTurn(characters.around ?? [['', '']], drawn);
    const aroundBytes = utf8Bytes(before + after);
    const piece = inTurn(characters.pieces, drawn);
    const least = aroundBytes + utf8Bytes(piece);
    const bytes = Math.min(length.bytes(shareOf(index + 63, seed), turn, least), mostBytes) - aroundBytes;
    return writing.text(before) + textOf(levels, index, piece, bytes) + writing.text(after);
  };

  function speltText({ bytes }: DataLevels['length'], drawn: number, mostBytes: number): string {
    const number = drawn % textsSpelt;
    const withSpace = Math.min(bytes(shareOf(number, seed), number, randomCharacters + 1), mostBytes);
    const text = randomText(number, withSpace - 1, mix(seed, 4241));
    return inTurn(spellings, Math.floor(drawn / textsSpelt))(text);
  }

  function textOf(levels: DataLevels, index: number, piece: string, whole: number): string {
    const { length, characters, repetition, writing } = levels;
    const pieceBytes = utf8Bytes(piece);
    const random = randomText(index, randomCharacters, seed, characters.base);
    const unit = piece + random;
    const unitBytes = pieceBytes + randomCharacters;
    if (repetition.way === 'character') return writing.text(random.charAt(0)).repeat(whole);
    const mostAlike = Math.max(leastAlike, Math.floor(whole / 2));
    const alike = repetition.way === 'alike' ? Math.max(0, Math.min(mostAlike, whole - unitBytes)) : 0;
    const start = writing.text(randomText(0, alike, mix(seed, 6007), characters.base));
    const wanted = whole - alike;
    // The end of a unit is ASCII, so it can be cut anywhere.
    if (wanted <= unitBytes)
      return (
        start +
        writing.text(
          wanted < pieceBytes ? random.slice(0, wanted) : unit.slice(0, piece.length + wanted - pieceBytes),
        )
      );
    const written = writing.text(unit);
    const most =
      length.says === 'succeeds'
        ? Math.floor((Math.max(mostBodyBytes, wanted) * unitBytes) / written.length)
        : wanted;
    const pool = repetition.way === 'block' ? { units: [unit], unitBytes } : poolOf(characters);
    const rest = Math.min(wanted, most) - unitBytes;
    const count = Math.floor(rest / pool.unitBytes);
    const middle = roundAndRound(pool.units, mix(index + 95, seed), count, writing);
    const end = random.repeat(4).slice(0, rest - count * pool.unitBytes);
    return start + written + middle + writing.text(end);
  }
}

/** Writes `count` units in JSON, from the n-th on, with the first after the last. */
function roundAndRound(
  units: readonly string[],
  n: number,
  count: number,
  { text }: DataLevels['writing'],
): string {
  const first = n % units.length;
  const rounds = Math.floor(count / units.length);
  const from = (wanted: number) => {
    const behind = first + wanted - units.length;
    return units.slice(first, first + wanted).join('') + (behind > 0 ? units.slice(0, behind).join('') : '');
  };
  const rest = text(from(count % units.length));
  return rounds === 0 ? rest : text(from(units.length)).repeat(rounds) + rest;
}

/** Unicode has this many Chinese characters in a row. Four random digits choose one. */
const [firstChinese, chineseCharacters] = [0x4e00, 20_992];

/** Distinct units of the same size and kind of characters: a piece and random characters, or one Chinese character. */
function newPool({ pieces, base, areChinese }: DataLevels['characters'], random: string) {
  const digits = areChinese ? 4 : 40;
  const sizes = pieces.map(utf8Bytes);
  const units = Array.from({ length: Math.floor(random.length / digits) }, (_, number) => {
    const own = random.slice(number * digits, (number + 1) * digits);
    return areChinese
      ? String.fromCharCode(firstChinese + (Number.parseInt(own, base) % chineseCharacters))
      : inTurn(pieces, number) + own.slice(inTurn(sizes, number));
  });
  return { units, unitBytes: areChinese ? 3 : 40 };
}

/** A body whose data other data of the same length can replace: `digits` characters between two texts. 0: it is always the same. */
export interface LikeBody {
  readonly before: string;
  readonly digits: number;
  readonly after: string;
}

/** Fewer random characters might occur in a body by chance. */
const fewestRandom = 4;

/** Finds the first random characters in the body of the n-th data. */
export function likeBody(body: string, index: number, seed: number): LikeBody {
  const randoms = [36, 10].map((base) => randomText(index, randomCharacters, seed, base));
  for (let digits = randomCharacters; digits >= fewestRandom; digits -= 1)
    for (const random of randoms) {
      const at = body.indexOf(random.slice(0, digits));
      if (at >= 0) return { before: body.slice(0, at), digits, after: body.slice(at + digits) };
    }
  return { before: body, digits: 0, after: '' };
}

/** A salt has sixteen digits: a number of 52 random bits. */
const [least, high, low] = [1e15, 2 ** 20, 2 ** 12];

export function saltedBody({ before, digits, after }: LikeBody, index: number, seed: number): string {
  if (digits === 0) return before;
  const salt = least + mix(index + 127, seed) * high + Math.floor(mix(index + 191, seed) / low);
  return before + String(salt).slice(-digits) + after;
}
