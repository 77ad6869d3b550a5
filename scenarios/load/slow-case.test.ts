import { expect, it } from 'vitest';
import { packed, unpacked } from './slow-case.ts';

it.each([
  [7, 90, 'ours'],
  [2 ** 28 - 1, 10_000, 'none'],
] as const)('keeps of slow call %s, as one number, what makes it again', (number, durationMs, opening) => {
  const value = packed({ durationMs, status: 201, opening, number });
  expect(unpacked(value)).toEqual({ durationMs, status: 201, isFresh: opening === 'ours', number });
  // Facts hold no larger numbers.
  expect(value).toBeLessThan(1e15);
});
