import { groupedBy } from '../add-up.ts';
import { lowerBound } from '../statistics/distributions.ts';
import { type KnownResults, knownPlace } from './known-results.ts';
import type { SeenSuccess } from './leaves.ts';
import { commonLine, type Line, mostOff, offLine } from './length-line.ts';
import { usualPlaces } from './usual-places.ts';

/** On a line that is no accident lie this many points, and this share of all. */
const [fewestOnLine, shareOnLine] = [12, 0.15];

/** A success, with the lengths of its data and of a result. */
interface Point {
  readonly success: SeenSuccess;
  readonly bytes: number;
  readonly length: number;
}

/** Calls so many places apart may have been in flight together. */
const nearby = 32;

/** The chance that results count as mixed up although only chance gives them the lengths of others. */
const alpha = 0.005;

/** A length tells something if so few calls have it that one is among those nearby by chance in this share of cases at most. */
const mostByChance = 0.2;

/**
 * Successes with the results of calls that were made at about the same time: a service that keeps what it was sent in a shared
 * variable mixes them up. The lengths show it: they are not those of the own data, and those of a neighbour's more often than chance
 * explains. Where lengths depend on more than that of the data, as in compressed results, chance explains it.
 */
export function mixedUpResults(
  successes: readonly SeenSuccess[],
  known: KnownResults,
): ReadonlySet<SeenSuccess> {
  const points = pointsOf(successes, known);
  const bySize = points.toSorted((one, other) => one.bytes - other.bytes);
  // The longest result with the longest data, and so on, belong together if callers have only exchanged their results.
  const byRank = points.map(({ length }) => length).toSorted((one, other) => one - other);
  const line = sharedLine(bySize) ?? sharedLine(bySize, byRank);
  if (line === null) return new Set();
  const isFor = (bytes: number, length: number, off: number) => offLine(line, [bytes, length]) <= off;
  const classOf = (length: number) => Math.round(length / mostOff);
  const classes = groupedBy(points, ({ bytes }) => classOf(line.start + line.perByte * bytes));
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

/** The line that most lengths of results share. `lengths`: which belong to the points; null: no line has enough of them. */
function sharedLine(points: readonly Point[], lengths = points.map(({ length }) => length)): Line | null {
  const all = points.map(({ bytes }, at) => [bytes, lengths[at] ?? 0] as const);
  const fewest = Math.max(fewestOnLine, shareOnLine * points.length);
  return commonLine(all, fewest)?.line ?? null;
}
