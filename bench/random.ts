/** Uniform numbers from 0 to 1, the same for the same seed. */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A length of at least 1 whose mean is `mean`: trials up to the first success. */
export function geometric(random: Random, mean: number): number {
  return mean <= 1 ? 1 : 1 + Math.floor(Math.log(1 - random()) / Math.log1p(-1 / mean));
}

export function exponential(random: Random, mean: number): number {
  return -mean * Math.log(1 - random());
}

export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
