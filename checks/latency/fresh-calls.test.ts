import { expect, it } from 'vitest';
import { freshCallProblem } from './fresh-calls.ts';

it.each([
  [0, 0, false],
  [1, 1, false],
  [150, 1, false],
  [150, 2, true],
  [2000, 2, false],
  [2000, 3, true],
])('%i calls, %i failures', (calls, failures, isProblem) => {
  expect(freshCallProblem({ calls, failures }) !== null).toBe(isProblem);
});

it('says what was seen', () => {
  expect(freshCallProblem({ calls: 680, failures: 7 })).toMatch(
    /^7 of 680 calls on a fresh connection failed \(1\.03\s%\)/,
  );
});
