import { normal, resemblingNormals } from '../../checks/statistics/random.ts';

/** What the median of each block is off by, as a logarithm. */
export interface Noise {
  readonly name: string;
  readonly of: (blocks: number, random: () => number) => readonly number[];
}

const independent = (blocks: number, random: () => number, deviation: number) =>
  Array.from({ length: blocks }, () => deviation * normal(random));

export const noises: readonly Noise[] = [
  { name: 'blocks differ by 0.5 %', of: (blocks, random) => independent(blocks, random, 0.005) },
  { name: 'blocks differ by 1 %', of: (blocks, random) => independent(blocks, random, 0.01) },
  { name: 'blocks differ by 3 %', of: (blocks, random) => independent(blocks, random, 0.03) },
  {
    name: '3 %, each like the one before (0.8)',
    of: (blocks, random) => resemblingNormals(blocks, 0.8, random).map((value) => value * 0.03),
  },
  {
    name: '1 %, and a steady drift of 20 %',
    of: (blocks, random) =>
      independent(blocks, random, 0.01).map((value, block) => value + (0.2 * block) / blocks),
  },
  {
    name: '1 %, and one block in ten slower by up to half',
    of: (blocks, random) =>
      independent(blocks, random, 0.01).map((value) => value + (random() < 0.1 ? 0.4 * random() : 0)),
  },
  {
    name: '1 %, and every fourth block slower by 5 %',
    of: (blocks, random) => {
      const place = Math.floor(random() * 4);
      return independent(blocks, random, 0.01).map(
        (value, block) => value + (block % 4 === place ? 0.05 : 0),
      );
    },
  },
];
