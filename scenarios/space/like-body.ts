import { mix } from '../random.ts';
import { randomCharacters, randomOf } from './data-text.ts';

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
  const randoms = [false, true].map((digits) => randomOf({ digits }, index, seed));
  for (let digits = randomCharacters; digits >= fewestRandom; digits -= 1)
    for (const random of randoms) {
      const at = body.indexOf(random.slice(0, digits));
      if (at >= 0) return { before: body.slice(0, at), digits, after: body.slice(at + digits) };
    }
  return { before: body, digits: 0, after: '' };
}

export function saltedBody({ before, digits, after }: LikeBody, index: number, seed: number): string {
  return digits === 0 ? before : before + saltOf(index, seed).slice(-digits) + after;
}

const [least, high, low] = [1e15, 2 ** 20, 2 ** 12];

/** Sixteen digits: a number of 52 random bits. */
function saltOf(index: number, seed: number): string {
  return String(least + mix(index + 127, seed) * high + Math.floor(mix(index + 191, seed) / low));
}
