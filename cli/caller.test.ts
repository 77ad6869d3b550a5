import { expect, it } from 'vitest';
import { wantsColours } from './caller.ts';

it.each([
  [{}, true],
  [{ FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '' }, true],
  [{ FORCE_COLOR: '0' }, false],
  [{ FORCE_COLOR: 'false' }, false],
])('where they are supported, %j has colours: %s', (env, expected) => {
  expect(wantsColours(env, true)).toBe(expected);
  expect(wantsColours(env, false)).toBe(false);
});
