import { expect, it } from 'vitest';
import { passAlpha, passAlphaAt } from './reading.ts';

it.each([
  [1, 1],
  [4, 1],
  [4, 3],
])(
  'with %i loads in each of %i tries, all looks together have the chance that one look has alone',
  (most, tries) => {
    const looks = Array.from({ length: most }, (_, index) => passAlphaAt({ most, made: index + 1, tries }));
    expect(looks.reduce((sum, chance) => sum + chance, 0) * tries).toBeCloseTo(passAlpha, 12);
  },
);
