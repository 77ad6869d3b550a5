import { expect, it } from 'vitest';
import { markOf } from './bench.ts';

it.each([
  ['a pass of a fast service', ['pass', 'pass', 'pass'], 0.0025, 'right'],
  ['a fail of a slow service', ['inconclusive', 'fail', 'inconclusive'], 0.04, 'right'],
  ['a pass of a slow service', ['pass', 'pass', 'pass'], 0.04, 'wrong'],
  ['a fail of a fast service', ['pass', 'fail', 'pass'], 0.0025, 'wrong'],
  ['a part that is open', ['pass', 'inconclusive', 'pass'], 0.04, 'open'],
] as const)('%s', (_, verdicts, servedSlowShare, mark) => {
  expect(markOf({ verdicts, servedSlowShare })).toBe(mark);
});
