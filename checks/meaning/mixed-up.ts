import { groupedBy } from '../add-up.ts';
import { lowerBound } from '../statistics/distributions.ts';
import { type KnownResults, knownPlace } from './known-results.ts';
import type { SeenSuccess } from './leaves.ts';
import { mostOff } from './length-line.ts';
import { usualPlaces } from './usual-places.ts';

/** A success, with the lengths of its data and of a result. */
interface Point {
  readonly success: SeenSuccess;
  readonly bytes: number;
  readonly length: number;
}

/** Calls up to this many places apart may have been in flight together. */
const nearby = 32;

/** The chance that results count as mixed up although only chance gives them the lengths of others. */
const alpha = 0.005;

/** A length is telling if it is so rare that a neighbour has it by chance in at most this share of cases. */
const mostByChance = 0.2;

/**
 * Successes with the results of calls that were made at about the same time: a service that keeps what it was sent in a shared variable
 * mixes them up. Lengths show it: more often than chance explains, a result has the length for a neighbour's data instead of its own. Where
 * lengths depend on more than that of the data, as in compressed results, chance explains it.
 */
export function mixedUpResults(
  successes: readonly SeenSuccess[],
  known: KnownResults,
): ReadonlySet<SeenSuccess> {
  const points = pointsOf(successes, known);
  const lengthFor = commonLine(points) ?? commonLine(byRank(points));
  if (lengthFor === null) return new Set();
  const isFor = (bytes: number, length: number, off: number) => Math.abs(lengthFor(bytes) - length) <= off;
  const classOf = (length: number) => Math.round(length / mostOff);
  const classes = groupedBy(points, ({ bytes }) => classOf(lengthFor(bytes)));
  const isTelling = ({ length }: Point) => {
    const alike = [-1, 0, 1].reduce((sum, by) => sum + (classes.get(classOf(length) + by)?.length ?? 0), 0);
    return alike * 2 * nearby <= mostByChance * points.length;
  };
  const strange = points.flatMap((point, at) => {
    if (isFor(point.bytes, point.length, 2 * mostOff)) return [];
    const neighbours = points.slice(Math.max(0, at - nearby), at + nearby + 1);
    return [{ point, isOfOther: neighbours.some(({ bytes }) => isFor(bytes, point.length, mostOff)) }];
  });
  const telling = strange.filter(({ point }) => isTelling(point));
  const others = telling.filter(({ isOfOther }) => isOfOther).length;
  const isMixedUp = lowerBound(others, telling.length, alpha) > mostByChance;
  return new Set(isMixedUp ? strange.flatMap((one) => (one.isOfOther ? one.point.success : [])) : []);
}

/** The successes with a result, if its length is not always as that of its data requires. */
function pointsOf(successes: readonly SeenSuccess[], known: KnownResults): Point[] {
  const place = usualPlaces(known).find(({ role, line }) => role === 'growing' && line === null)?.path;
  if (place === undefined) return [];
  return successes.flatMap((success) => {
    const leaf = [...success.leaves].find(([path]) => knownPlace(known, path) === place)?.[1];
    const { dataBytes: bytes } = success;
    return leaf === undefined ? [] : [{ success, bytes, length: leaf.length }];
  });
}

/** The longest result with the longest data, and so on: what belongs together if callers have only exchanged their results. */
function byRank(points: readonly Point[]): Point[] {
  const lengths = points.map(({ length }) => length).toSorted((one, other) => one - other);
  return bySize(points).map((point, rank) => ({ ...point, length: lengths[rank] ?? 0 }));
}

function bySize(points: readonly Point[]): Point[] {
  return points.toSorted((one, other) => one.bytes - other.bytes);
}

/** Lines tried, each through two points. */
const mostLines = 128;
/** A line is no accident if this many points, and this share of all, lie on it. */
const fewestOnLine = 12;
const shareOnLine = 0.15;

/** The line that most lengths of results share; null: no line has enough of them. */
function commonLine(points: readonly Point[]): ((bytes: number) => number) | null {
  const sorted = bySize(points);
  const half = Math.floor(sorted.length / 2);
  const lines = Math.min(half, mostLines);
  let best: ((bytes: number) => number) | null = null;
  let most = Math.max(fewestOnLine, shareOnLine * points.length) - 1;
  for (let index = 0; index < lines; index += 1) {
    const at = Math.floor((index * half) / lines);
    const [one, other] = [sorted[at], sorted[at + half]];
    if (one === undefined || other === undefined || one.bytes === other.bytes) continue;
    const perByte = (other.length - one.length) / (other.bytes - one.bytes);
    if (perByte < 0.1) continue;
    const line = (bytes: number) => one.length + perByte * (bytes - one.bytes);
    const count = points.filter(({ bytes, length }) => Math.abs(line(bytes) - length) <= mostOff).length;
    if (count > most) [best, most] = [line, count];
  }
  return best;
}
