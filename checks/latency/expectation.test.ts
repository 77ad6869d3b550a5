import { expect, it } from 'vitest';
import { mayBeDecided, passAlpha, passAlphaAt } from './expectation.ts';

it.each([1, 2, 4, 20])(
  'with up to %i loads, all loads together have the chance that a single one has',
  (most) => {
    const loads = Array.from({ length: most }, (_, index) => passAlphaAt({ most, made: index + 1 }));
    expect(loads.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(passAlpha, 12);
  },
);

it('lets a load go on while the loads that are left may be enough, by a rough estimate', () => {
  expect(mayBeDecided({ most: 4, made: 1 }, 11.9)).toBe(true);
  expect(mayBeDecided({ most: 4, made: 1 }, 12.1)).toBe(false);
  expect(mayBeDecided({ most: 4, made: 3 }, 2.9)).toBe(true);
  expect(mayBeDecided({ most: 4, made: 3 }, 3.1)).toBe(false);
  expect(mayBeDecided({ most: 4, made: 4 }, 1.1)).toBe(false);
  expect(mayBeDecided({ most: 1, made: 1 }, 1.1)).toBe(false);
});
