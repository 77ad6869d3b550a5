/** Hashes an index to a 32-bit number. Each seed gives another sequence, without a period. */
export function mix(index: number, seed: number): number {
  let hash = (index + 0x9e3779b9) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad) ^ seed;
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Hashes an index to a number in [0, 1). */
export function shareOf(index: number, seed: number): number {
  return mix(index, seed) / 4294967296;
}

/** The item at an index that wraps round. */
export function inTurn<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** Returns a function that tells how often it has been asked about a kind before. */
export function turnCounter(): (kind: string) => number {
  const turns = new Map<string, number>();
  return (kind) => {
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + 1);
    return turn;
  };
}

/** Takes the lists in turn, and the items of each list in turn. */
export function byTurns<T>(lists: readonly (readonly T[])[]): (turn: number) => T {
  return (turn) => inTurn(inTurn(lists, turn), Math.floor(turn / lists.length));
}

/** The first item of each list, then the second of each, and so on. */
export function interleaved<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) =>
    lists.flatMap((list) => list.slice(place, place + 1)),
  ).flat();
}

/** Repeats each item as often as its weight, a whole number, says. */
export function byWeight<T extends { readonly weight: number }>(items: readonly T[]): T[] {
  return items.flatMap((item) => Array<T>(item.weight).fill(item));
}

/** Random digits, and lower-case letters unless the base is 10. */
export function randomText(index: number, length: number, seed: number, base = 36): string {
  const parts: string[] = [];
  for (let made = 0; made < length; made += 6) {
    // Any number from 2³² on has enough digits.
    const drawn = mix(index * 8191 + made, seed) + 4_294_967_296;
    parts.push(drawn.toString(base).slice(-6));
  }
  return parts.join('').slice(0, length);
}

/** Shuffles items in an order that depends only on their number and the seed. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  return items
    .map((item, index) => ({ item, rank: mix(index * 2654435 + 17, seed) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

/** Each phase numbers its data from its own offset, so that none finds a warm cache. Only probes repeat data, from 0 on. */
export const dataOffset = {
  user: 10_000,
  sync: 20_000,
  probe: 1_000_000,
  settling: 100_000_000,
  'warm-up': 200_000_000,
  measure: 300_000_000,
  compared: 1_000_000_000,
} as const;
