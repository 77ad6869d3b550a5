import { expect, it } from 'vitest';
import { failingReport } from '../reports/failing-fixture.ts';
import { callerOf, showVerdict, wantsColours } from './caller.ts';
import { keptIo } from './io-fixture.ts';

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

it.each([true, false])('a verdict is shortened only at a terminal: %s', (isTTY) => {
  const io = keptIo('', isTTY);
  showVerdict(callerOf({}, io), failingReport(), 'results/run');
  expect(io.text().includes('…')).toBe(isTTY);
});
