import { utf8Bytes } from '../../checks/utf8-bytes.ts';
import { inTurn, mix, randomText, shareOf } from '../random.ts';
import type { DataLevels } from './data-levels.ts';

const randomCharacters = 16;
/** The longest common beginning of data that begins like other data, in characters: longer than what a cache would take for its key. */
const mostAlike = 256;
/** The longest body of a probe: many services accept no more than 100 kB. Longer data that the contract declares may fill as many bytes as it has. */
const mostOfProbe = 98_304;
/** A pool up to this size, as under load, is escaped once for all its texts. */
const mostPoolWritten = 4096;

/**
 * Makes texts in JSON notation. Long ones are cut from text escaped earlier: k6's engine takes 0.6 ms to quote 64 KiB, and 20 ms
 * or more to create or escape it, which would delay other calls.
 */
export function textMaker(seed: number, poolBytes: number, mostBodyBytes = mostOfProbe) {
  /** By the base of their digits. */
  const randoms = new Map<number, string>();
  const pools = new Map<DataLevels['characters'], ReturnType<typeof newPool>>();

  function poolOf(characters: DataLevels['characters']) {
    const { base } = characters;
    const random = randoms.get(base) ?? randomText(0, poolBytes, mix(seed, 7919), base);
    const pool = pools.get(characters) ?? newPool(characters, random);
    randoms.set(base, random);
    pools.set(characters, pool);
    return pool;
  }

  /** Cuts consecutive units from anywhere in the pool, as many as fit. */
  function cutFromPool({ characters, writing }: DataLevels, most: number, drawn: number): [string, number] {
    const pool = poolOf(characters);
    const { bytes, units, written } = pool;
    const all = bytes.at(-1) ?? 0;
    const whole = Math.floor(most / all);
    const left = most - whole * all;
    const from = drawn % (bytes.findLastIndex((before) => before <= all - left) + 1);
    const end = (bytes[from] ?? 0) + left;
    let to = from;
    while ((bytes[to + 1] ?? Infinity) <= end) to += 1;
    const isRaw = poolBytes > mostPoolWritten;
    const source = isRaw ? pool : (written.get(writing) ?? joined(units.map(writing.text)));
    if (!isRaw) written.set(writing, source);
    const { text, starts } = source;
    const cut = text.repeat(whole) + text.slice(starts[from], starts[to]);
    return [isRaw ? writing.text(cut) : cut, whole * all + (bytes[to] ?? 0) - (bytes[from] ?? 0)];
  }

  /** The n-th text of the run, at most `mostBytes` long. `turn`: number of earlier texts of the same length. */
  return (levels: DataLevels, index: number, turn: number, mostBytes: number): string => {
    const { length, characters, repetition, writing } = levels;
    const piece = inTurn(characters.pieces, index);
    const pieceBytes = utf8Bytes(piece);
    const random = randomText(index, randomCharacters, seed, characters.base);
    const unit = piece + random;
    const unitBytes = pieceBytes + randomCharacters;
    const whole = Math.min(length.bytes(shareOf(index + 63, seed), turn, pieceBytes), mostBytes);
    if (repetition.way === 'character') return writing.text(random.charAt(0)).repeat(whole);
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
    const bytes = Math.min(wanted, most);
    const times = repetition.way === 'block' ? Math.floor(bytes / unitBytes) : 1;
    const rest = bytes - times * unitBytes;
    const [cut, cutBytes] =
      repetition.way === 'block' ? ['', 0] : cutFromPool(levels, rest, mix(index + 95, seed));
    return start + written.repeat(times) + cut + writing.text(random.repeat(4).slice(0, rest - cutBytes));
  };
}

const randomOfUnit = /.{1,40}/g;
/** Unicode has this many Chinese characters in a row. Four random digits choose one. */
const [firstChinese, chineseCharacters] = [0x4e00, 20_992];
const digitsOfChinese = /.{4}/g;
/** Digits for 16 KiB of Chinese characters, the longest data that has them. */
const mostDigits = 4 * 5461;

/** Distinct units of the same kind of characters, in sequence. `bytes`: of UTF-8 before each unit, and in all. */
function newPool({ pieces, base, areChinese }: DataLevels['characters'], random: string) {
  const chinese = (digits: string) =>
    String.fromCharCode(firstChinese + (Number.parseInt(digits, base) % chineseCharacters));
  const units = areChinese
    ? (random.slice(0, mostDigits).match(digitsOfChinese) ?? []).map(chinese)
    : (random.match(randomOfUnit) ?? []).map((own, at) => inTurn(pieces, at) + own);
  const written = new Map<DataLevels['writing'], ReturnType<typeof joined>>();
  return { ...joined(units), units, bytes: sumsOf(units.map(utf8Bytes)), written };
}

/** A text of units, and the index at which each unit begins. */
function joined(units: readonly string[]) {
  return { text: units.join(''), starts: sumsOf(units.map(({ length }) => length)) };
}

/** The sum of the numbers before each, and of all. */
function sumsOf(numbers: readonly number[]): number[] {
  let sum = 0;
  const sums = [sum];
  for (const number of numbers) {
    sum += number;
    sums.push(sum);
  }
  return sums;
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
