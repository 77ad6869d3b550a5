import { utf8Bytes } from '../../checks/utf8-bytes.ts';
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
interface Pool extends Written {
  readonly units: readonly string[];
  /** Of each unit, and of the end, how many bytes of UTF-8 come before it. */
  readonly bytes: readonly number[];
  readonly written: Map<Writing, Written>;
}

/** Units, and at which character each begins. */
interface Written {
  readonly text: string;
  readonly starts: readonly number[];
}

const randomCharacters = 16;
/** Of the body of a probe: many services take no more than 100 kB. */
const mostBodyBytes = 98_304;
/** Only a small pool, as under load, is written once for all its texts; and a text so short is written when it is needed. */
const mostPoolWritten = 4096;
const mostWrittenBytes = 512;

/**
 * Makes texts as JSON writes them. Long ones are made of what is written already: k6's engine takes 0.6 ms to quote 64 KiB, and 20 ms
 * and more to make or to escape them, which would delay other calls.
 */
export function textMaker(seed: number, poolBytes: number) {
  const randoms = new Map<string, string>();
  const pools = new Map<Characters, Pool>();

  function poolOf(characters: Characters): Pool {
    const known = pools.get(characters);
    if (known !== undefined) return known;
    const base = characters.digits ? 10 : 36;
    const random = randoms.get(String(base)) ?? longRandomText(seed, poolBytes, base);
    const pool = newPool(characters, random);
    randoms.set(String(base), random);
    pools.set(characters, pool);
    return pool;
  }

  /** Units of the pool from anywhere in it, as many as fit. */
  function cutFromPool({ characters, writing }: DataLevels, most: number, drawn: number): [string, number] {
    const pool = poolOf(characters);
    const { bytes } = pool;
    const all = bytes.at(-1) ?? 0;
    const whole = Math.floor(most / all);
    const left = most - whole * all;
    const from = drawn % (lastAtMost(bytes, all - left) + 1);
    const to = lastAtMost(bytes, (bytes[from] ?? 0) + left);
    const cutBytes = whole * all + (bytes[to] ?? 0) - (bytes[from] ?? 0);
    // Where escapes are many, texts are short.
    if (poolBytes > mostPoolWritten || most <= mostWrittenBytes || writing.only !== undefined)
      return [writing.text(cutOf(pool, whole, from, to)), cutBytes];
    return [cutOf(writtenIn(pool, writing), whole, from, to), cutBytes];
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
    if (repetition.way === 'character') return writing.text(random.charAt(0)).repeat(wanted);
    // The end of a unit is ASCII, and can be cut anywhere.
    if (wanted <= unitBytes)
      return writing.text(
        wanted < pieceBytes ? random.slice(0, wanted) : unit.slice(0, piece.length + wanted - pieceBytes),
      );
    const written = writing.text(unit);
    const most =
      length.says === 'succeeds' ? Math.floor((mostBodyBytes * unitBytes) / written.length) : wanted;
    const bytes = Math.min(wanted, most);
    const times = repetition.way === 'block' ? Math.floor(bytes / unitBytes) : 1;
    const rest = bytes - times * unitBytes;
    const [cut, cutBytes] =
      repetition.way === 'block' ? ['', 0] : cutFromPool(levels, rest, mix(index + 95, seed));
    return written.repeat(times) + cut + writing.text(random.repeat(4).slice(0, rest - cutBytes));
  };
}

/** The whole so many times, and the units from one to another. */
function cutOf({ text, starts }: Written, times: number, from: number, to: number): string {
  return text.repeat(times) + text.slice(starts[from], starts[to]);
}

function writtenIn({ units, written }: Pool, writing: Writing): Written {
  const known = written.get(writing) ?? joined(units.map(writing.text));
  written.set(writing, known);
  return known;
}

function joined(texts: readonly string[]): Written {
  const starts = [0];
  for (let [at, total] = [0, 0]; at < texts.length; at += 1) {
    total += texts[at]?.length ?? 0;
    starts.push(total);
  }
  return { text: texts.join(''), starts };
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

const randomOfUnit = 40;

function newPool({ pieces }: Characters, random: string): Pool {
  const widths = pieces.map(utf8Bytes);
  const units: string[] = [];
  const bytes = [0];
  for (let [total, from] = [0, 0]; from < random.length; from += randomOfUnit) {
    const own = random.slice(from, from + randomOfUnit);
    total += inTurn(widths, units.length) + own.length;
    units.push(inTurn(pieces, units.length) + own);
    bytes.push(total);
  }
  return { ...joined(units), units, bytes, written: new Map() };
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

/** Fewer random characters could stand in a body by chance. */
const fewestRandom = 4;

/** Makes bodies like that of the n-th data, with other random characters in place of its first. Without any, it stays as it is. */
export function likeBody(body: string, index: number, seed: number): (index: number) => string {
  const randoms = [false, true].map((digits) => randomOf({ digits }, index, seed));
  for (let length = randomCharacters; length >= fewestRandom; length -= 1)
    for (const random of randoms) {
      const at = body.indexOf(random.slice(0, length));
      if (at < 0) continue;
      const [before, after] = [body.slice(0, at), body.slice(at + length)];
      return (other) => before + randomOf({ digits: true }, other, seed).slice(-length) + after;
    }
  return () => body;
}

function randomOf({ digits }: { readonly digits?: boolean }, index: number, seed: number): string {
  if (digits !== true) return randomText(index, randomCharacters, seed);
  return [127, 191]
    .map((offset) => String(mix(index + offset, seed)).padStart(10, '0'))
    .join('')
    .slice(-randomCharacters);
}
