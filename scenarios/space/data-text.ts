import { inTurn, mix, randomText, shareOf } from '../random.ts';
import type { Characters, Length, Repetition, Writing } from './data-levels.ts';

/** The levels that make data. */
export interface DataLevels {
  readonly length: Length;
  readonly characters: Characters;
  readonly repetition: Repetition;
  readonly writing: Writing;
}

/** Units of the same characters, one after the other, none like another. */
interface Pool {
  readonly text: string;
  /** Of each unit, where it begins: in characters, and in bytes of UTF-8. */
  readonly starts: readonly number[];
  readonly bytes: readonly number[];
}

/** Makes texts. Long ones are cut from pools, which are made once: k6's engine takes 20 ms for 64 KiB of them. */
export type TextMaker = ReturnType<typeof textMaker>;

const randomCharacters = 16;
/** Of the body of a probe: many services take no more than 100 kB. */
const mostBodyBytes = 98_304;

export function textMaker(seed: number, poolBytes: number) {
  const randoms = new Map<string, string>();
  const pools = new Map<Characters, Pool>();

  function poolOf(characters: Characters): Pool {
    const kind = characters.digits ? 'digits' : 'letters';
    const random = randoms.get(kind) ?? longRandomText(seed, poolBytes, characters.digits ? 10 : 36);
    const pool = pools.get(characters) ?? newPool(characters, random);
    randoms.set(kind, random);
    pools.set(characters, pool);
    return pool;
  }

  /** Units of the pool from anywhere in it, as many as fit. */
  function cutFromPool(characters: Characters, most: number, drawn: number): { text: string; bytes: number } {
    const { text, starts, bytes } = poolOf(characters);
    const all = bytes.at(-1) ?? 0;
    const whole = Math.floor(most / all);
    const left = most - whole * all;
    const from = drawn % (lastAtMost(bytes, all - left) + 1);
    const to = lastAtMost(bytes, (bytes[from] ?? 0) + left);
    return {
      text: text.repeat(whole) + text.slice(starts[from], starts[to]),
      bytes: whole * all + (bytes[to] ?? 0) - (bytes[from] ?? 0),
    };
  }

  /** The n-th text of the run, not longer than `mostBytes`. `turn`: how many of its length came before. */
  return (levels: DataLevels, index: number, turn: number, mostBytes: number): string => {
    const { length, characters, repetition, writing } = levels;
    const piece = inTurn(characters.pieces, index);
    const pieceBytes = utf8Bytes(piece);
    const random = randomOf(characters, index, seed);
    const unit = piece + random;
    const unitBytes = pieceBytes + randomCharacters;
    const wanted = Math.min(length.bytes(shareOf(index + 63, seed), turn, pieceBytes), mostBytes);
    const growth = wanted < mostBodyBytes / 6 ? 1 : writing.text(unit).length / unitBytes;
    const bytes = length.says === 'succeeds' ? Math.min(wanted, Math.floor(mostBodyBytes / growth)) : wanted;
    if (repetition.way === 'character') return random.charAt(0).repeat(bytes);
    // The end of a unit is ASCII, and can be cut anywhere.
    if (bytes <= unitBytes)
      return bytes < pieceBytes ? random.slice(0, bytes) : unit.slice(0, piece.length + bytes - pieceBytes);
    const isBlock = repetition.way === 'block';
    const times = isBlock ? Math.floor(bytes / unitBytes) : 1;
    const rest = bytes - times * unitBytes;
    const cut = isBlock ? { text: '', bytes: 0 } : cutFromPool(characters, rest, mix(index + 95, seed));
    return unit.repeat(times) + cut.text + random.repeat(3).slice(0, rest - cut.bytes);
  };
}

function longRandomText(seed: number, length: number, base: number): string {
  let state = mix(seed, 7919) || 1;
  const parts: string[] = [];
  for (let made = 0; made < length; made += 6) {
    // One number after the other (xorshift): mix takes five times as long.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    parts.push(((state >>> 0) + 4_294_967_296).toString(base).slice(-6));
  }
  return parts.join('');
}

const randomOfUnit = 24;

function newPool({ pieces }: Characters, random: string): Pool {
  const widths = pieces.map(utf8Bytes);
  const units: string[] = [];
  const [starts, bytes] = [[0], [0]];
  for (let [at, total, from] = [0, 0, 0]; from < random.length; from += randomOfUnit) {
    const piece = inTurn(pieces, units.length);
    const width = inTurn(widths, units.length);
    const unit = piece + random.slice(from, from + randomOfUnit);
    units.push(unit);
    at += unit.length;
    total += unit.length - piece.length + width;
    starts.push(at);
    bytes.push(total);
  }
  return { text: units.join(''), starts, bytes };
}

/** The place of the last number that is at most this large, among rising ones that begin with 0. */
function lastAtMost(rising: readonly number[], most: number): number {
  let [from, to] = [0, rising.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((rising[middle] ?? 0) <= most) from = middle;
    else to = middle;
  }
  return from;
}

function randomOf({ digits }: Characters, index: number, seed: number): string {
  if (!digits) return randomText(index, randomCharacters, seed);
  return [127, 191]
    .map((offset) => String(mix(index + offset, seed)).padStart(10, '0'))
    .join('')
    .slice(-randomCharacters);
}

function utf8Bytes(text: string): number {
  if (text === '') return 0;
  return encodeURIComponent(text).replace(/%../g, '%').length;
}
